/** A line of a command or skill that the agent runs in a shell when the file is used. */
export const SHELL_LINE = /!`[^`]+`/;
