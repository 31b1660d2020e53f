import assert from "node:assert/strict";
import { detectLanguage } from "../language/language_table.ts";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string): string[] {
  return outlineSymbols(text, "objective-c").map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

const HEADER = `#import <Foundation/Foundation.h>
@class Pool, User;
@protocol Forward;
typedef NS_ENUM(NSUInteger, PinningMode) {
    PinningModeNone,
};

@protocol Engine <NSObject>
- (void)start;
@optional
+ (instancetype)engineWithPool:(Pool *)pool;
@end

/** Swipes. */
@interface SwipeEngine : NSObject <Engine> {
  int count;
}
@property (nonatomic, copy) void (^done)(NSError *error);
- (void)generateSwipe:(NSString *)word
           withPoints:(NSArray<NSValue *> *)points NS_REQUIRES_SUPER;
@end

@interface NSString (Swiping)
- (BOOL)isSwiped;
@end
FOUNDATION_EXPORT NSString * const Domain;
`;

const CODE = `@interface SwipeEngine ()
@property (readwrite) int hidden;
@end

static void helper(int a) {
}

@implementation SwipeEngine
@synthesize done = _done;

- (void)generateSwipe:(NSString *)word withPoints:(NSArray *)points {
    int a = 3
- (int)a;
    [self clearAll];
}

static int between(void) {
    return 1;
}

- (void (^)(int, void (^)(NSString *)))block
{
}
+(id)shared { return nil; }
@end

@implementation NSString (Swiping)
- (BOOL)isSwiped { return YES; }
@end

int main(void) {
}
`;

Deno.test("outlineSymbols() finds the classes, protocols and methods of Objective-C", () => {
  assert.deepEqual(outline(HEADER), [
    "4-6 enum PinningMode",
    "8-12 interface Engine",
    "9-9 method Engine.start",
    "11-11 method Engine.engineWithPool",
    "15-21 class SwipeEngine",
    "19-20 method SwipeEngine.generateSwipe",
    "24-24 method NSString.isSwiped",
  ]);
  assert.deepEqual(outline(CODE), [
    "5-6 function helper",
    "11-15 method SwipeEngine.generateSwipe",
    "17-19 function SwipeEngine.between",
    "21-23 method SwipeEngine.block",
    "24-24 method SwipeEngine.shared",
    "28-28 method NSString.isSwiped",
    "31-32 function main",
  ]);
  const [, , , first] = outlineSymbols(HEADER, "objective-c");
  assert.equal(first?.signature, "+ (instancetype)engineWithPool:(Pool *)pool");
  const owner = outlineSymbols(HEADER, "objective-c").find(({ name }) => name === "SwipeEngine");
  assert.equal(owner?.signature, "@interface SwipeEngine : NSObject <Engine>");
  assert.equal(owner?.doc, "Swipes.");
});

Deno.test("outlineSymbols() extends a class of Objective-C without an end to the end of the file", () => {
  assert.deepEqual(outline("@interface A : B\n- (void)open;\n"), [
    "1-2 class A",
    "2-2 method A.open",
  ]);
  assert.deepEqual(outline("@interface A : B\n- (void)open;\n@interface C : D\n@end\n"), [
    "1-2 class A",
    "2-2 method A.open",
    "3-4 class C",
  ]);
});

Deno.test("detectLanguage() distinguishes headers of Objective-C from those of C and C++", () => {
  assert.equal(detectLanguage("a.h", HEADER).language, "objective-c");
  assert.equal(detectLanguage("a.h", "/** @class Pool */\nint open(void);\n").language, "c");
  assert.equal(detectLanguage("a.h", "class Pool {\n};\n").language, "cpp");
});
