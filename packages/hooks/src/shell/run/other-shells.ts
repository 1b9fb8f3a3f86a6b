/** What only zsh understands, so that most commands are read once. */
const OF_ZSH =
  /\b(?:for|foreach)\s+\w+\s*\(|[^;\s{}][ \t]+\}|(?:^|[;&|]\s*)(?:=\w|\(\)\s*\{)|\$(?:[~=^]\w|\{(?:\(|[~=^]))/m;

/** Returns the text as zsh reads it, in the syntax of bash, or `undefined` if both shells read it alike. */
export function readByZsh(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !OF_ZSH.test(text)) return undefined;
  const read = blocks(loops(text))
    .replace(/(^|[;&|]\s*)=(?=\w)/gm, "$1")
    .replace(/\$[~=^]+(?=\w)/g, "$")
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a replacement
    .replace(/\$\{(?:\([\w@]{1,9}\)|[~=^]{1,3})(\w+)\}/g, "${$1}");
  return read === text ? undefined : read;
}

/** A longer text is hardly typed into another shell. */
const MAX_LENGTH = 16_384;

/** `for x (a b) COMMAND`, and `foreach x (a b)` up to `end`. */
function loops(text: string): string {
  return text
    .replace(/\bforeach\s+(\w+)\s*\(([^()\n]*)\)\s*[;\n]([\s\S]*?)[;\n]\s*end\b/g, "for $1 in $2; do $3; done")
    .replace(/\b(?:for|foreach)\s+(\w+)\s*\(([^()\n]*)\)\s*([^\n;{}]+)/g, "for $1 in $2; do $3; done");
}

/** A closing brace needs no semicolon, and `if CONDITION { ... }` no `then`: the block counts as run. */
function blocks(text: string): string {
  return text
    .replace(/([^;\s{}])[ \t]+\}/g, "$1; }")
    .replace(/\b(?:if|elif|while|until)\s+([^;{}\n]+?)\s*\{(?=\s)/g, "$1; {")
    .replace(/\}\s*(?:else|always)\s*\{(?=\s)/g, "}; {")
    .replace(/(^|[;&|]\s*)\(\)\s*\{/gm, "$1{");
}

/** Returns code of fish in the syntax of bash: `set NAME VALUES`, `(COMMAND)`, and blocks, which count as run. */
export function readByFish(text: string): string {
  return text
    .replace(/\bset\s+(?:--?[\w-]+\s+)*(\w+)\s+([^;\n|&]+)/g, "for $1 in $2; do :; done")
    .replace(/(?<=[\s"'=])\(([^()]*)\)/g, "$($1)")
    .replace(/\b(?:switch|case)\s+[^;\n]+/g, ":")
    .replace(/(^|[;\n]\s*)(?:begin|end|else|(?:if|while|else if)\s|(?:and|or|not)\s)/g, "$1");
}

/** Returns code of csh in the syntax of bash: `set NAME=VALUE` and `foreach`. */
export function readByCsh(text: string): string {
  return loops(text).replace(/\bset\s+(\w+)\s*=\s*/g, "$1=");
}
