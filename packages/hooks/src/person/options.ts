import * as z from "zod/mini";

/** Where a notification goes: exactly one of `ntfy` and `slack`. */
export interface Notification {
  /** The address of a topic, such as `https://ntfy.sh/my-secret-topic`. Whoever knows a public topic can read it. */
  readonly ntfy?: string | undefined;
  /** The address of an incoming webhook of Slack. */
  readonly slack?: string | undefined;
  /** More headers, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the address may belong to this machine or to its network, and use `http:`. Default: false. */
  readonly allowPrivate?: boolean | undefined;
}

/** The options of `askPerson`. */
export interface AskPersonOptions {
  /** How long a call waits for the answer, in milliseconds, up to an hour. 0: the call is denied at once. Default: 45000. */
  readonly waitMs?: number | undefined;
  /**
   * How long the person can answer, in milliseconds, from a minute to a day. If the answer comes after the call was
   * denied, it counts for the next identical call. Default: 900000, which is 15 minutes.
   */
  readonly expiresMs?: number | undefined;
  /** Who is told that a question waits. Default: nobody. */
  readonly notify?: readonly Notification[] | undefined;
  /**
   * Asks here even if the host itself can ask, because nobody sits in front of it. Set it for headless runs, such as
   * `claude -p`. Default: false.
   */
  readonly always?: boolean | undefined;
}

const HOUR_MS = 3_600_000;

/** A function, as in `check-options.ts`. */
export const optionsSchema = () =>
  z.strictObject({
    waitMs: z._default(z.int().check(z.minimum(0), z.maximum(HOUR_MS)), 45_000),
    expiresMs: z._default(z.int().check(z.minimum(60_000), z.maximum(24 * HOUR_MS)), 900_000),
    notify: z._default(z.array(notificationSchema()), []),
    always: z._default(z.boolean(), false),
  });

const address = () => z.url({ protocol: /^https?$/ });

const notificationSchema = () =>
  z
    .strictObject({
      ntfy: z.optional(address().check(z.refine(hasTopic, "expected an address that ends with a topic"))),
      slack: z.optional(address()),
      headers: z._default(z.record(z.string(), z.string()), {}),
      allowPrivate: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ ntfy, slack }) => (ntfy === undefined) !== (slack === undefined), "expected either ntfy or slack"),
      z.refine(
        ({ ntfy, slack, allowPrivate }) => allowPrivate || /^https:/i.test(ntfy ?? slack ?? ""),
        "expected an address with https:, or allowPrivate",
      ),
    );

/** The names that ntfy accepts: https://docs.ntfy.sh/publish/ */
function hasTopic(url: string): boolean {
  return /^\/[\w-]{1,64}$/.test(URL.parse(url)?.pathname ?? "");
}

export type CheckedOptions = z.output<ReturnType<typeof optionsSchema>>;
export type CheckedNotification = CheckedOptions["notify"][number];
