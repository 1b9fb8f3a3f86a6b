import type { Run } from "../run/shell.js";
import { plain } from "../values/text.js";
import { isOutside } from "./places.js";

/** A disk or a part of one, on Linux, macOS and BSD. A pattern or a hole counts as its number or letter. */
const DISK =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z\uE000-\uE003]\S*|nvme[\d\uE000-\uE003]\S*|mmcblk\d\S*|r?disk\d\S*|(?:md|dm-|loop|nbd|zd|pmem|dax|ada|da|vtbd|nvd|sr|ram|zram)[\d\uE000-\uE003]\S*|mapper\/(?!control$)\S+|disk\/by-\S+|vg[^/\s]*\/\S+|[\uE000]\S*)$/;
const MEMORY = /^\/dev\/(?:mem|kmem|port|nvram)$|^\/proc\/(?:sysrq-trigger|kcore)$/;
/** A machine without them does not start, or lets nobody in. */
const SYSTEM_FILES =
  /^(?:\/private)?\/etc\/(?:passwd|shadow|group|gshadow|sudoers(?:\.d\/.*)?|fstab|crypttab|pam\.d\/.*|ld\.so\.preload)$|^\/boot\/.+|^\/(?:s?bin|lib(?:64)?|usr\/s?bin|usr\/lib)\/[^/]+$/;

export function isDisk(path: string): boolean {
  return DISK.test(path);
}

/** Keys that nobody can make again. */
const PRIVATE_KEY = /\/\.(?:ssh\/id_[^/.]+|gnupg\/(?:private-keys-v1\.d\/.*|secring\.gpg))$/;

/** What git needs to find its commits. */
const HISTORY = /\/\.git\/(?:HEAD|packed-refs|index|(?:refs|objects|logs)\/.+)$/;

/** Judges a write of a file by whatever program. */
export function judgeChange(path: string, run: Run): void {
  if (!judgeWrite(path, run)) judgePlace(path, run);
}

/** Judges a change by where it is. `link`: of what is there, and not of what it leads to. */
export function judgePlace(path: string, run: Run, what?: "link"): void {
  if (HISTORY.test(path)) {
    const reason = `It changes ${plain(path)}, which git needs. Use git's own commands.`;
    const kind = path.endsWith("/index") ? "may-lose-work" : "loses-work";
    run.shell.report(run, { class: kind, rule: "write-git", reason });
  } else if (isOutside(path, run.state, what)) {
    const reason = `It changes ${plain(path)}, which is outside the project. Ask the user to do it.`;
    run.shell.report(run, { class: "reaches-outside", rule: "write-outside", reason });
  }
}

/** Judges a write to a path that the machine or its user cannot do without. Returns whether it is one. */
export function judgeWrite(path: string, run: Run): boolean {
  const what = isDisk(path) ? "a disk" : MEMORY.test(path) ? "the kernel" : undefined;
  if (what !== undefined) {
    const reason = `It writes to ${what}: ${plain(path)}. Write to a file in the project instead.`;
    run.shell.report(run, { class: "destroys-system", rule: "write-device", reason });
  } else if (SYSTEM_FILES.test(path)) {
    const reason = `It changes or deletes ${plain(path)}, which the system needs. Ask the user to change it.`;
    run.shell.report(run, { class: "destroys-system", rule: "write-system-file", reason });
  } else if (PRIVATE_KEY.test(path)) {
    const reason = `It overwrites or deletes the private key ${plain(path)}. Ask the user to do it.`;
    run.shell.report(run, { class: "loses-work", rule: "write-key", reason });
  } else return false;
  return true;
}
