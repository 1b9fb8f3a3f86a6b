import type { NativeHandlers } from "./native.js";

// If a function declares no return type, TypeScript does not report misspelled keys in what it returns. These types do.

type KeyOf<T> = T extends object ? keyof T : never;
type ValueOf<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never;
type IsAny<T> = 0 extends 1 & T ? true : false;

/** The keys of a handler's answer, at any depth, that the host does not know. */
type UnknownKey<Given, Known> =
  IsAny<Given> extends true
    ? never
    : Given extends readonly unknown[] | ((...args: never) => unknown)
      ? never
      : Given extends object
        ? KeyIn<Given, Known>
        : never;
type KeyIn<Given, Known> = unknown extends Known
  ? never
  : string extends KeyOf<Known> | keyof Given
    ? never
    : {
        [Key in keyof Given]-?: Key extends KeyOf<Known> ? UnknownKey<Given[Key], ValueOf<Known, Key>> : Key;
      }[keyof Given];

type AnswerOf<Handler> = Handler extends (...args: never) => infer Answer ? Awaited<Answer> : never;

/**
 * `unknown` for a handler whose answers have only keys that the host knows, otherwise a string that names another key.
 */
type Exact<Handler, Known> = [UnknownKey<AnswerOf<Handler>, AnswerOf<NonNullable<Known>>>] extends [infer Key]
  ? [Key] extends [never]
    ? unknown
    : `unknown key in the answer: ${Key & string}`
  : never;

type HandlersOf<Host extends keyof NativeHandlers<never>> = NonNullable<NativeHandlers<never>[Host]>;

/**
 * Mentions `Native` only so that TypeScript infers it from what the author wrote. An author never writes `never`, so
 * the result is `unknown`, which requires nothing. With `Native` itself here, every misspelled host and event would be
 * accepted.
 */
type Inferred<Native> = [Native] extends [never] ? Native : unknown;

/** Handlers of hosts' own events whose answers have no misspelled keys. `Native` is inferred. */
export type ExactNative<Native> = Inferred<Native> & {
  readonly [Host in keyof Native & keyof NativeHandlers<never>]?: {
    readonly [Event in keyof Native[Host] & keyof HandlersOf<Host>]?: Exact<
      Native[Host][Event],
      HandlersOf<Host>[Event]
    >;
  };
};
