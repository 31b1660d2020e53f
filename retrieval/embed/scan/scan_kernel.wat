;; Cosines of one query with many vectors, 16 dimensions at a time; built to scan_kernel.wasm by
;; build_scan_kernel.ts.
;;
;; The vectors are signed bytes, the query 16-bit numbers within +-4095. A product of the two has 20
;; bits, so that the 32-bit sums hold 4,096 dimensions.
(module
  (import "scan" "memory" (memory 1))
  (func (export "score")
    (param $rows i32)    ;; address of the vectors, $stride bytes each
    (param $scales i32)  ;; address of a 32-bit float for each vector
    (param $out i32)     ;; address of the results, a 32-bit float for each vector
    (param $query i32)   ;; address of the query, $stride 16-bit numbers
    (param $count i32)   ;; how many vectors
    (param $stride i32)  ;; dimensions, a multiple of 16
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
        (loop $sum
          (local.set $left (i32x4.add (local.get $left)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (local.get $rows))
              (v128.load (local.get $at)))))
          (local.set $right (i32x4.add (local.get $right)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=8 (local.get $rows))
              (v128.load offset=16 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
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
          (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))))
