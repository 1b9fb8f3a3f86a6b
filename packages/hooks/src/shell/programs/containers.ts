import { normalize } from "node:path/posix";
import { type Parsed, parseOptions } from "../options.js";
import type { Program, Run } from "../run/shell.js";
import { argOf, type Content, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";

/** Programs that run commands in containers. What they delete is in the table. */
export const containers: Readonly<Record<string, Program>> = {
  docker: container,
  podman: container,
  nerdctl: container,
  finch: container,
  "docker-compose": (run) => compose(run, run.args),
  "podman-compose": (run) => compose(run, run.args),
};

const RUN = {
  short: "vewupahmlc",
  values: [
    ...[
      "volume",
      "mount",
      "env",
      "env-file",
      "workdir",
      "user",
      "publish",
      "network",
      "entrypoint",
      "platform",
      "name",
    ],
    ...["memory", "cpus", "hostname", "label", "restart", "add-host", "gpus", "device", "cap-add", "cap-drop", "pid"],
    ...["security-opt", "ulimit", "shm-size", "ipc", "tmpfs", "dns", "log-driver", "log-opt", "pull", "runtime"],
  ],
  stopAtOperand: true,
};

/** A path that begins with a slash, in a word or in code. */
const ABSOLUTE_PATH = /(?<![\w.~:/\uE000-])\/[^\s"'`;|&<>()]*/g;

function container(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "fHcp",
    values: ["filter", "context", "host", "file", "project-name"],
  });
  const [first] = parsed.operands;
  if (first?.text === "exec") runInside(run);
  if (first?.text === "compose") compose(run, run.args.slice(run.args.indexOf(first) + 1));
  if (first?.text === "run" || first?.text === "create") runWithMounts(run);
  return UNKNOWN;
}

const COMPOSE = {
  short: "fp",
  values: ["file", "project-name", "profile", "env-file", "project-directory", "ansi", "progress", "parallel"],
  stopAtOperand: true,
};

/** `docker compose exec SERVICE COMMAND` */
function compose(run: Run, args: Run["args"]): Content {
  const [verb, ...rest] = parseOptions(args, COMPOSE).operands;
  if (verb?.text === "exec" || verb?.text === "run") runInside({ ...run, args: [verb, ...rest] });
  return UNKNOWN;
}

/** Judges `docker exec NAME COMMAND` like a command that runs here. */
function runInside(run: Run): void {
  const { operands } = parseOptions(run.args.slice(1), {
    short: "uewvpl",
    values: ["user", "env", "workdir", "index", "volume", "publish", "label", "name", "entrypoint", "env-file"],
    stopAtOperand: true,
  });
  run.shell.command(operands.slice(1), run.state.subshell(), run.stdin);
}

interface Mount {
  readonly source: string;
  readonly target: string;
}

/** In `docker run -v /:/host IMAGE rm -rf /host/etc`, the command changes files of this machine. */
function runWithMounts(run: Run): void {
  const at = run.args.findIndex(({ text }) => text === "run" || text === "create");
  const parsed = parseOptions(run.args.slice(at + 1), RUN);
  const mounts = mountsOf(parsed);
  if (hasRightsOfHost(parsed, mounts)) {
    const reason = "It starts a container with the rights of this machine. Ask the user, or start it without them.";
    run.shell.report(run, { class: "reaches-outside", rule: "rights-of-host", reason });
  }
  if (mounts.length === 0) return;
  const state = run.state.subshell();
  const folder = parsed.value("w", "workdir");
  state.cwd = folder && absolute(onThisMachine(folder.text, mounts), run.state);
  const entrypoint = parsed.value("entrypoint");
  const words = [...(entrypoint === undefined ? [] : [entrypoint]), ...parsed.operands.slice(1)];
  run.shell.command(
    words.map((word) => argOf(onThisMachine(word.text, mounts), word)),
    state,
    run.stdin,
  );
}

/** Folders with which a container can do what the machine can. */
const OF_HOST =
  /^\/(?:(?:etc|root|proc|sys|dev|boot|home|usr|var|run|var\/run|lib|bin|sbin)\/?)?$|\/docker\.sock$|^~\/?$/;
const CAPABILITIES = /^(?:cap_)?(?:all|sys_admin|sys_ptrace|sys_module|sys_rawio|dac_read_search)$/i;

function hasRightsOfHost(parsed: Parsed, mounts: readonly Mount[]): boolean {
  const isPrivileged = parsed.options.some(
    ({ name, value }) => name === "privileged" && !/^(?:false|0)$/i.test(value?.text ?? ""),
  );
  const isShared = parsed.valuesOf("pid", "userns", "cgroupns", "uts").some(({ text }) => text === "host");
  const isCapable = parsed.valuesOf("cap-add").some(({ text }) => CAPABILITIES.test(text));
  return isPrivileged || isShared || isCapable || mounts.some(({ source }) => OF_HOST.test(source));
}

/** Returns the folders of this machine that the container can write. Named volumes are not among them. */
function mountsOf(parsed: Parsed): readonly Mount[] {
  const volumes = parsed.valuesOf("v", "volume").flatMap(({ text }): Mount[] => {
    const [source = "", target = "", mode = ""] = text.split(":");
    return /^[/.~]/.test(source) && !/\bro\b/.test(mode) ? [{ source, target }] : [];
  });
  const binds = parsed.valuesOf("mount").flatMap(({ text }): Mount[] => {
    const fields = new Map(text.split(",").map((field) => field.split("=") as [string, string | undefined]));
    const source = fields.get("source") ?? fields.get("src");
    const target = fields.get("target") ?? fields.get("destination") ?? fields.get("dst");
    const isReadOnly = fields.has("readonly") || fields.has("ro");
    return source === undefined || target === undefined || isReadOnly ? [] : [{ source, target }];
  });
  return [...volumes, ...binds].filter(({ target }) => target.startsWith("/"));
}

/** Replaces absolute paths in a container by the paths on this machine that are mounted there, or by temporary ones. */
function onThisMachine(text: string, mounts: readonly Mount[]): string {
  return text.replace(ABSOLUTE_PATH, (path) => {
    const mount = mounts.find(({ target }) => path === target || path.startsWith(`${target.replace(/\/$/, "")}/`));
    if (mount === undefined) return `/tmp/container${path}`;
    return normalize(`${mount.source}/${path.slice(mount.target.length)}`);
  });
}
