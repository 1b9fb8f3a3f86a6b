import type { Question } from "@agent-hook/sdk/internal/questions";
import { redactText } from "@agent-hook/sdk/internal/redaction";
import { unlessAborted } from "../unless-aborted.js";
import { post } from "../webhook/post.js";
import { addressOf } from "../webhook/public-address.js";
import type { CheckedNotification } from "./options.js";
import { answerCommand } from "./texts.js";

/** How long one notification may take, in milliseconds. */
const MAX_MS = 5000;
/** The longest part of a message that comes from a call, in characters. */
const MAX_PART = 500;

/** Tells everyone that a question waits. Resolves to what went wrong, without addresses. */
export async function notifyAll(
  notifications: readonly CheckedNotification[],
  question: Question,
  remainingMs: number,
): Promise<string[]> {
  const sent = notifications.map(async (notification) => {
    const { url, body } =
      notification.ntfy === undefined ? slackMessage(notification, question) : ntfyMessage(notification, question);
    const signal = AbortSignal.timeout(Math.max(1, Math.min(MAX_MS, Math.floor(remainingMs))));
    const address = await unlessAborted(signal, addressOf(url.hostname, notification.allowPrivate));
    await post({ url, address, headers: notification.headers, body: JSON.stringify(body), signal });
  });
  const results = await Promise.allSettled(sent);
  return results.flatMap((result, at) => {
    if (result.status === "fulfilled") return [];
    const { message } = result.reason as Error;
    return [`notify[${at}]: ${message}`];
  });
}

interface Message {
  readonly url: URL;
  readonly body: object;
}

/** ntfy takes JSON at its root: https://docs.ntfy.sh/publish/#publish-as-json */
function ntfyMessage({ ntfy }: CheckedNotification, question: Question): Message {
  const url = new URL(ntfy as string);
  const topic = url.pathname.slice(1);
  url.pathname = "/";
  const { title, lines } = textOf(question);
  return { url, body: { topic, title, message: lines.join("\n"), priority: 4, tags: ["question"] } };
}

/** `plain_text` shows every character as it is. `text` is what a notification shows: there, Slack needs three escapes. */
function slackMessage({ slack }: CheckedNotification, question: Question): Message {
  const { title, lines } = textOf(question);
  const whole = [title, ...lines].join("\n");
  const escaped = whole.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const blocks = [{ type: "section", text: { type: "plain_text", text: whole, emoji: false } }];
  return { url: new URL(slack as string), body: { text: escaped, blocks } };
}

/** The arguments are not sent: they can contain secrets. Who answers reads them on the machine. */
function textOf(question: Question): { readonly title: string; readonly lines: readonly string[] } {
  const { id, host, hook, tool, reason, user, cwd, expiresAt } = question;
  return {
    title: `${host} needs a person: ${safe(tool)}`,
    lines: [
      safe(reason),
      `Hook ${safe(hook)}, on ${user}${cwd === undefined ? "" : `, in ${safe(cwd)}`}.`,
      `Answer there, until ${expiresAt.slice(11, 16)} UTC: ${answerCommand(id)}`,
    ],
  };
}

/** Without secrets, and without characters that hide or reorder text. */
function safe(text: string): string {
  return redactText(text.slice(0, 4 * MAX_PART))
    .text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .slice(0, MAX_PART);
}
