import { formatList } from "../format-list.js";
import type { HostFormat } from "../host-config/index.js";
import type { ConfigFile } from "./config-file.js";
import type { ConfigPlan } from "./config-plan.js";
import { type ConfigFlags, hostFile, managedFile } from "./config-target.js";

/** Returns the notes on an entry that is printed on its own. */
export function printedNotes(plan: ConfigPlan, flags: ConfigFlags): string[] {
  const { format, launch, mod, notes } = plan;
  return [
    ...notes,
    ...(mod === undefined ? [] : [`The mod belongs into ${mod.path}: --write writes it.`]),
    ...(format.placeNotes?.(undefined, launch) ?? []),
    ...whereNotes(plan, flags),
    ...projectNotes(plan),
    ...inactiveNotes(plan),
  ];
}

/** Returns the notes on an entry in a file. */
export function fileNotes(plan: ConfigPlan, file: ConfigFile): string[] {
  const { format, launch, notes } = plan;
  return [
    ...notes,
    ...(format.placeNotes?.(file.value, launch) ?? []),
    ...(format.removalNotes?.(file.value, launch.name) ?? []),
    ...projectNotes(plan),
  ];
}

export function sessionNotes({ places }: Pick<HostFormat, "places">): string[] {
  return places === undefined ? [] : [places.sessionNote];
}

/** Describes what to do before the host starts the hook. */
export function inactiveNotes({ format, launch }: Pick<ConfigPlan, "format" | "launch">): string[] {
  return format.inactive === undefined ? [] : [format.inactive(launch.name)];
}

/** Names the file that the entry belongs into. */
function whereNotes({ format, launch }: ConfigPlan, flags: ConfigFlags): string[] {
  if (flags.managed) {
    return [
      `Add it to ${managedFile(format)} as root; nothing was written`,
      "Every user must be able to read that file, the hook and the launcher, and nobody but root to change them.",
    ];
  }
  const ownFile = hostFile(format, launch.name, flags);
  const isRead = format.scripts === undefined;
  return [
    ...(ownFile === undefined ? [] : [`Add it to ${ownFile}, or use --write${flags.project ? " --project" : ""}`]),
    ...(isRead ? [] : [`${format.title} does not read this list. It starts scripts next to it, which --write writes.`]),
  ];
}

function projectNotes({ format, isProjects, outside }: ConfigPlan): string[] {
  return isProjects ? [format.places?.projectNote ?? STARTED_HERE, pathsNote(outside)] : [];
}

/** The note for a host whose file the user names: nothing tells the hook where that file is. */
const STARTED_HERE =
  "The hook is found only if the agent starts in this folder or below it; elsewhere, a guard denies.";

/** Describes the paths in a project's file, which others may check out. */
function pathsNote(outside: readonly string[] | undefined): string {
  if (outside === undefined)
    return "To share it, commit it with the hook. Node comes from the PATH, paths from the project: while one of them is missing on a machine, a guard denies every call on that machine.";
  return `Its paths are from this machine, because ${formatList(outside)} is not in this folder: do not commit it. Move it here, or install it as a dependency of this project, and run this again.`;
}
