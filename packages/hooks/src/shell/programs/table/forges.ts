import { type Rows, rowsFor } from "./row.js";

const LOCAL = ["alias *", "extension|ext *", "extensions *", "config *", "cache *", "auth *"];

/** Forges, registries of packages, and other systems for versions. */
export const forges: Rows = {
  gh: {
    deletes: { also: ["api DELETE|delete", "api -XDELETE|--method=DELETE", "repo archive"], except: LOCAL },
    prints: /\sauth (?:token|status\b.*(?:-t\b|--show-token))/,
  },
  glab: {
    deletes: { also: ["api DELETE|delete", "api -XDELETE|--method=DELETE", "repo archive"], except: LOCAL },
    prints: /\s(?:auth status\b.*(?:-t\b|--show-token)|config get token|variable (?:get|export)|token create)/,
  },
  ...rowsFor("hub tea bb", { deletes: { except: LOCAL } }),
  // The options of these mean something else for packages of this machine.
  npm: {
    starts: { word: /^(?:exec|x)$/, short: "w", values: ["package"] },
    deletes: { commands: ["unpublish", "owner|org|team rm|remove|destroy", "access revoke", "token revoke|delete"] },
  },
  pnpm: {
    starts: { word: /^(?:dlx|exec)$/, short: "C", values: ["dir"], folder: ["C", "dir"] },
    deletes: { commands: ["unpublish"] },
  },
  yarn: { starts: { word: /^(?:dlx|exec)$/ }, deletes: { commands: ["unpublish", "npm unpublish"] } },
  cargo: { deletes: { commands: ["yank", "owner --remove", "sqlx database drop|reset"], except: ["yank --undo"] } },
  gem: { deletes: { commands: ["yank", "owner -r|--remove"] } },
  nuget: { deletes: { commands: ["delete"] } },
  pod: { deletes: { commands: ["trunk delete|deprecate"] } },
  ...rowsFor("vsce ovsx anaconda conan jf jfrog crane skopeo regctl oras", { deletes: { except: LOCAL } }),
  hg: {
    deletes: { commands: ["strip", "purge|clean", "revert --all|-a", "update|up|checkout -C|--clean", "rollback"] },
  },
  svn: { deletes: { commands: ["revert -R|--recursive", "cleanup --remove-unversioned"] } },
};
