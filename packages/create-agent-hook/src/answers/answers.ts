import { UsageError } from "../create-error.js";
import { createCommand, type PackageManagerName, packageManager } from "../package-manager.js";
import { assertEmpty, inRepository, type Place, placeOf } from "../place/place.js";
import type { Language, Template } from "../shipped.js";
import { hasGit } from "../steps/git.js";
import { type Flags, npmHint } from "./flags.js";

/** Everything that is needed to create a project. */
export interface Answers {
  readonly place: Place;
  readonly template: Template;
  readonly language: Language;
  readonly packageManager: PackageManagerName;
  readonly install: boolean;
  readonly git: boolean;
  /** Whether files may be replaced. */
  readonly force: boolean;
}

/** Returns the answers that the flags give. Everything but the folder has a default. */
export function answersFromFlags(flags: Flags, templates: readonly Template[], caller: PackageManagerName): Answers {
  const template = templateNamed(flags.template, templates) ?? templates[0];
  // npm consumed the flags: the project would be another one than the user named.
  const isMisread = flags.template === undefined && npmHint() !== "";
  if (flags.folder === undefined || template === undefined || isMisread) {
    const example = createCommand(packageManager(caller), flags.folder ?? "my-hook", [`--template ${template?.name}`]);
    throw new UsageError(
      `without a terminal, in CI or with --yes, there are no prompts: pass the folder, such as: ${example}${npmHint()}`,
    );
  }
  const place = checkedPlace(flags.folder, flags, templates);
  return {
    place,
    template,
    language: flags.javascript ? "javascript" : "typescript",
    packageManager: flags.packageManager ?? caller,
    install: flags.install !== false,
    git: flags.git !== false && canCreateRepository(place),
    force: flags.force === true,
  };
}

export function templateNamed(templateName: string | undefined, templates: readonly Template[]): Template | undefined {
  return templates.find(({ name }) => name === templateName);
}

/** Returns the requested place. Throws if a project may not be written to this place. */
export function checkedPlace(folder: string, { force }: Flags, templates: readonly Template[]): Place {
  const place = placeOf(folder, templates.flatMap(dependenciesOf));
  assertEmpty(place.folder, force === true);
  return place;
}

export function canCreateRepository({ folder }: Place): boolean {
  return !inRepository(folder) && hasGit();
}

function dependenciesOf({ packageJson }: Template): string[] {
  return [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.devDependencies)];
}
