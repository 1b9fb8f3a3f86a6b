// Questions to a person, for `askPerson`, `agent-hook approve` and the page. Only for packages that are released together
// with this one.
export { type Person, type PersonRequest, withPerson } from "../runtime/person.js";
export { newQuestion } from "./new-question.js";
export { agentProcesses, ancestorsOf, machineId, type RunningProcess } from "./processes.js";
export type { AnswerResult, AskingProcess, NewQuestion, Question } from "./question.js";
export { Questions, type QuestionTimes } from "./questions.js";
