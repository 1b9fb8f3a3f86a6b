import { parseOptions } from "../options.js";
import { isDisk } from "../rules/writes.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, EMPTY, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { isKnown } from "../values/text.js";

const LVM = ["lvremove", "vgremove", "pvremove", "lvreduce", "vgreduce"];
const FORMATS = [
  "mkfs",
  "mke2fs",
  "mkswap",
  "newfs",
  "mkdosfs",
  "mkntfs",
  "wipefs",
  "blkdiscard",
  "badblocks",
  "sgdisk",
  "sfdisk",
  "fdisk",
  "gdisk",
  "cfdisk",
  "parted",
  "hdparm",
  "nwipe",
  "scrub",
  "wipe",
];
const FILE_SYSTEMS = [
  "ext2",
  "ext3",
  "ext4",
  "xfs",
  "btrfs",
  "vfat",
  "fat",
  "msdos",
  "ntfs",
  "exfat",
  "f2fs",
  "jfs",
  "reiserfs",
  "minix",
  "bfs",
  "cramfs",
];

/** Programs that write to disks below the files. */
export const disks: Readonly<Record<string, Program>> = {
  dd: copyBlocks,
  ...Object.fromEntries(LVM.map((name) => [name, removeVolume])),
  lvm: (run) => run.shell.command(lvmCommand(run), run.state, EMPTY),
  ...Object.fromEntries([...FORMATS, ...FILE_SYSTEMS.map((type) => `mkfs.${type}`)].map((name) => [name, format])),
  cryptsetup: (run) => {
    const [verb, device] = parseOptions(run.args).operands;
    const isCertain = run.args.some(({ text }) => /^-\w*q|^--batch-mode$/.test(text));
    if (verb && device && (verb.text === "luksFormat" || (isCertain && /^(?:luksErase|erase)$/.test(verb.text))))
      destroy(run, "format-disk");
    return EMPTY;
  },
  dmsetup: (run) => verb(run, ["remove", "remove_all", "wipe_table"]),
  zpool: (run) => verb(run, ["destroy", "labelclear"]),
  zfs: (run) => verb(run, ["destroy"]),
  mdadm: (run) => {
    if (run.args.some(({ text }) => text === "--zero-superblock")) destroy(run, "format-disk");
    return EMPTY;
  },
  diskutil: (run) => {
    if (/^(?:erase|reformat|zeroDisk|secureErase|partitionDisk)/i.test(run.args[0]?.text ?? ""))
      destroy(run, "format-disk");
    if (run.args[0]?.text === "apfs" && /^(?:delete|erase)/i.test(run.args[1]?.text ?? "")) destroy(run, "format-disk");
    return EMPTY;
  },
};

function destroy(run: Run, rule: string): void {
  const reason = "It destroys what is on a disk. Ask the user to do it.";
  run.shell.report(run, { class: "destroys-system", rule, reason });
}

/** `dd if=A of=B` */
function copyBlocks(run: Run): Content {
  const value = (name: string) =>
    run.args.findLast(({ text }) => text.startsWith(`${name}=`))?.text.slice(name.length + 1);
  const source = value("if");
  const target = value("of");
  const content = source === undefined ? run.stdin : run.shell.read(source, run);
  if (target === undefined) return content;
  run.shell.write(target, content, run);
  return EMPTY;
}

/** A name without `/dev` such as `vg/data` is a volume. Options that only show or test change nothing. */
function removeVolume(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "SA",
    values: ["select", "reportformat", "config", "commandprofile", "size"],
  });
  if (parsed.has("t", "test", "h", "help", "longhelp", "version")) return UNKNOWN;
  if (parsed.operands.some(({ text }) => isKnown(text))) destroy(run, "remove-volume");
  return EMPTY;
}

function lvmCommand(run: Run) {
  const at = run.args.findIndex(({ text }) => !text.startsWith("-"));
  if (at < 0) return [];
  // Options before the command apply to it, too.
  return [...run.args.slice(at, at + 1), ...run.args.slice(0, at), ...run.args.slice(at + 1)];
}

/** Options with which a program only shows or tests. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  wipefs: /^(?:-n|--no-act|-\w*J|--json|-p|--parsable)$/,
  parted: /^(?:-l|--list|print)$/,
  sfdisk: /^(?:-n|--no-act|-d|--dump|-l|--list|-V|--verify|-J|--json)$/,
  fdisk: /^(?:-l|--list|-s)$/,
  gdisk: /^(?:-l|--list)$/,
  sgdisk: /^(?:-p|--print|-i|--info|-v|--verify|-P|--pretend|-b|--backup)(?:=.*)?$/,
  "mkfs.xfs": /^-N$/,
};

function format(run: Run): Content {
  const flags = run.args.map(({ text }) => text);
  const shows = SHOWS[run.name] ?? (/^(?:mke2fs|mkfs\.ext\d)$/.test(run.name) ? /^-n$/ : /^(?:--dry-run)$/);
  const onlyShows = flags.some((flag) => shows.test(flag) || /^(?:--help|--version|-V)$/.test(flag));
  // Without these options, the program only reads.
  const needs: Readonly<Record<string, RegExp>> = {
    badblocks: /^-\w*w/,
    wipefs: /^(?:-\w*[ao]|--all|--offset)/,
    hdparm: /security-erase|trim-sector|write-sector/,
  };
  const isHarmless = needs[run.name] !== undefined && !flags.some((flag) => needs[run.name]?.test(flag));
  const targets = run.args.map(({ text }) => absolute(text, run.state) ?? text);
  if (!onlyShows && !isHarmless && targets.some(isDisk)) destroy(run, "format-disk");
  return EMPTY;
}

function verb(run: Run, verbs: readonly string[]): Content {
  const [first] = parseOptions(run.args).operands;
  if (first && verbs.includes(first.text) && !run.args.some(({ text }) => /^-\w*n/.test(text)))
    destroy(run, "remove-volume");
  return EMPTY;
}
