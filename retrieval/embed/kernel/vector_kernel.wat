;; The two loops over vectors that take most of the time of a query and of indexing, 16 dimensions at a
;; time; built to vector_kernel.wasm by build/build_vector_kernel.ts.
(module
  (import "kernel" "memory" (memory 1))

  ;; Scalar products of one query with many vectors. The vectors are signed bytes, the query 16-bit
  ;; numbers within +-4095. A product of the two has 20 bits, so that the 32-bit sums hold 4,096
  ;; dimensions.
  (func (export "score")
    (param $rows i32)    ;; address of the vectors, $stride bytes each
    (param $scales i32)  ;; address of a 32-bit float for each vector
    (param $out i32)     ;; address of the results, a 32-bit float for each vector
    (param $query i32)   ;; address of the query, $stride 16-bit numbers
    (param $count i32)   ;; how many vectors
    (param $stride i32)  ;; dimensions, a multiple of 64
    (param $factor f32)  ;; what all results are multiplied with
    (local $left v128) (local $right v128)
    (local $at i32) (local $end i32)
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $each
        (local.set $left (v128.const i32x4 0 0 0 0))
        (local.set $right (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $rows) (local.get $stride)))
        ;; 64 dimensions a turn: until it is optimised, a turn costs more than its sums.
        (loop $sum
          (local.set $left (i32x4.add (local.get $left)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (local.get $rows))
              (v128.load (local.get $at)))))
          (local.set $right (i32x4.add (local.get $right)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=8 (local.get $rows))
              (v128.load offset=16 (local.get $at)))))
          (local.set $left (i32x4.add (local.get $left)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=16 (local.get $rows))
              (v128.load offset=32 (local.get $at)))))
          (local.set $right (i32x4.add (local.get $right)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=24 (local.get $rows))
              (v128.load offset=48 (local.get $at)))))
          (local.set $left (i32x4.add (local.get $left)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=32 (local.get $rows))
              (v128.load offset=64 (local.get $at)))))
          (local.set $right (i32x4.add (local.get $right)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=40 (local.get $rows))
              (v128.load offset=80 (local.get $at)))))
          (local.set $left (i32x4.add (local.get $left)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=48 (local.get $rows))
              (v128.load offset=96 (local.get $at)))))
          (local.set $right (i32x4.add (local.get $right)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=56 (local.get $rows))
              (v128.load offset=112 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 128)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 64)))
          (br_if $sum (i32.lt_u (local.get $rows) (local.get $end))))
        (local.set $left (i32x4.add (local.get $left) (local.get $right)))
        (f32.store (local.get $out)
          (f32.mul
            (f32.mul
              (f32.convert_i32_s
                (i32.add
                  (i32.add
                    (i32x4.extract_lane 0 (local.get $left))
                    (i32x4.extract_lane 1 (local.get $left)))
                  (i32.add
                    (i32x4.extract_lane 2 (local.get $left))
                    (i32x4.extract_lane 3 (local.get $left)))))
              (f32.load (local.get $scales)))
            (local.get $factor)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (br_if $each
          (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))

  ;; The sum of some rows of signed bytes, each times a weight of its own, rounded after each step.
  (func (export "sum")
    (param $rows i32)     ;; address of the rows
    (param $offsets i32)  ;; address of a 32-bit number for each row: where it is from $rows
    (param $weights i32)  ;; address of a 32-bit float for each row
    (param $count i32)    ;; how many rows, at least one
    (param $out i32)      ;; address of the result, 32-bit floats
    (param $length i32)   ;; dimensions, a multiple of 16
    (local $offset i32) (local $weightAt i32) (local $end i32)
    (local $bytes v128) (local $half v128) (local $weight v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $offsets) (i32.shl (local.get $count) (i32.const 2))))
    (loop $columns
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0))
      (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $offset (local.get $offsets))
      (local.set $weightAt (local.get $weights))
      (loop $each
        (local.set $bytes
          (v128.load (i32.add (local.get $rows) (i32.load (local.get $offset)))))
        (local.set $weight (v128.load32_splat (local.get $weightAt)))
        (local.set $half (i16x8.extend_low_i8x16_s (local.get $bytes)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $half (i16x8.extend_high_i8x16_s (local.get $bytes)))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $weightAt (i32.add (local.get $weightAt) (i32.const 4)))
        (br_if $each (i32.lt_u
          (local.tee $offset (i32.add (local.get $offset) (i32.const 4)))
          (local.get $end))))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (br_if $columns
        (local.tee $length (i32.sub (local.get $length) (i32.const 16)))))))
