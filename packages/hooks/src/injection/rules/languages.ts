import type { Rule } from "../rule.js";

const GAP = "[^\\p{L}\\p{N}]{1,20}";
const WORDS = (most: number) => `(?:[\\p{L}\\p{N}']{1,16}${GAP}){0,${most}}`;

/** "Ignore the instructions" in a language that puts the verb first. */
function verbFirst(name: string, verbs: string, nouns: string, anchors: readonly string[]): Rule {
  const pattern = new RegExp(`(?<!\\p{L})(?:${verbs})${GAP}${WORDS(5)}(?:${nouns})`, "gu");
  return { name: `ignore-instructions-${name}`, weight: "enough", anchors, pattern };
}

/** The same in other languages. Their words for instructions are rare next to a word for ignoring. */
export const LANGUAGES: readonly Rule[] = [
  verbFirst(
    "de",
    "ignorier\\p{L}{0,3}|vergiss|vergessen sie|vergesst|missachte\\p{L}{0,2}|beachte\\p{L}{0,2}",
    "(?:vorherigen?|bisherigen?|obigen?|vorigen?|früheren?|vorangegangenen?|vorangehenden?|deine|ihre|alle|sämtlichen?|ursprünglichen?)[^\\p{L}]{1,12}(?:\\p{L}{1,16}[^\\p{L}]{1,12}){0,2}(?:anweisung|instruktion|anordnung|befehl|vorgabe|richtlinie|aufgabe|aufträge|eingabe|prompt|regel|information|angabe|ausführung|dokument|text|kontext)",
    ["ignorier", "vergiss", "vergess", "missacht", "beachte"],
  ),
  verbFirst(
    "fr",
    "ignore[rz]?|oublie[rz]?|ne (?:tiens|tenez) (?:pas|plus) compte|fais abstraction|faites abstraction",
    "(?:toutes?|tous|tes|vos|les|ces|des)[^\\p{L}]{1,6}(?:\\p{L}{1,12}[^\\p{L}]{1,6}){0,2}(?:instructions?|consignes?|directives?|règles|ordres)",
    ["ignore", "oublie", "compte", "abstraction"],
  ),
  verbFirst(
    "es",
    "ignor(?:a|e|ar|en|ad)|olvid(?:a|e|ar|en|ad)|descart(?:a|e|ar)|omit(?:e|a|ir)|haz caso omiso|haga caso omiso|no sigas|no hagas caso",
    "instrucciones|órdenes|ordenes|indicaciones|directrices|reglas anteriores|(?:el|los|tu) prompts?|todo lo anterior|tareas anteriores",
    ["ignor", "olvid", "descart", "omit", "caso omiso", "no sigas", "hagas caso"],
  ),
  verbFirst(
    "it",
    "ignor(?:a|i|are|ate)|dimentic(?:a|hi|are|ate)|trascura(?:re|te)?|non (?:seguire|considerare)",
    "istruzioni|indicazioni precedenti|direttive|regole precedenti|comandi precedenti|ordini",
    ["ignor", "dimentic", "trascura", "non segui", "non consid"],
  ),
  verbFirst(
    "pt",
    "ignor(?:e|a|ar|em)|esque(?:ça|ca|ce|cer|çam)|desconsider(?:e|a|ar)|descart(?:e|a|ar)|não siga",
    "instruç(?:ões|oes)|instrucoes|instruções|orientações|diretrizes|ordens|comandos anteriores|regras anteriores",
    ["ignor", "esque", "desconsider", "descart", "siga"],
  ),
  verbFirst(
    "nl",
    "negeer|vergeet|sla",
    "(?:alle|de|je|jouw|uw|eerdere|vorige|bovenstaande)[^\\p{L}]{1,6}(?:\\p{L}{1,12}[^\\p{L}]{1,6}){0,2}(?:instructies|opdrachten|aanwijzingen|richtlijnen|regels)",
    ["negeer", "vergeet"],
  ),
  verbFirst("pl", "(?:z|po)?ignoruj|zapomnij|pomiń", "instrukcj|polece|wytyczn|poprzednie zadania", [
    "ignoruj",
    "zapomnij",
    "pomiń",
  ]),
  verbFirst(
    "cs-hr",
    "ignoruj|ignorujte|zapomeň|zanemari|zaboravi|ignoriraj",
    "(?:všechny|předchozí|sve|prethodne|dosadašnje|gornje)[^\\p{L}]{1,6}(?:\\p{L}{1,12}[^\\p{L}]{1,6}){0,2}(?:instrukc|pokyn|příkaz|upute|uputa|naredb|zadat)",
    ["ignor", "zapome", "zanemari", "zaboravi"],
  ),
  verbFirst(
    "ru",
    "(?:про)?игнорируй(?:те)?|забудь(?:те)?|не (?:выполняй|следуй|обращай)\\p{L}{0,3}",
    "инструкци|указани|команд|приказ|(?:предыдущие|свои|все|твои)[^\\p{L}]{1,6}правил|предыдущ|промпт",
    ["игнориру", "забудь", "выполняй", "следуй", "обращай"],
  ),
  verbFirst("uk", "(?:про)?ігноруй(?:те)?|забудь(?:те)?", "інструкці|вказівк|наказ|попередн", ["ігнору", "забудь"]),
  verbFirst("ar", "تجاهل|انس|إنس|انسى", "التعليمات|الأوامر|التوجيهات|تعليمات", ["تجاهل", "انس", "إنس"]),
  {
    name: "forget-everything",
    weight: "enough",
    anchors: ["alles", "tout ", "todo", "tutto", "tudo", "всё", "все"],
    pattern:
      /(?<!\p{L})(?:(?:vergiss|vergessen sie|vergeet)[^\p{L}]{1,6}(?:\p{L}{1,8}[^\p{L}]{1,6}){0,2}alles|oublie[rz]? tout|olvid[ae] todo|dimentica(?:te)? tutto|esqueça tudo|забудь(?:те)? вс[её])(?!\p{L})/gu,
  },
  {
    name: "instructions-are-void-de",
    weight: "enough",
    anchors: ["obigen", "vorherigen", "bisherigen", "vorigen", "vorangegangenen"],
    pattern:
      /(?:obigen|vorherigen|bisherigen|vorigen|vorangegangenen)[^\p{L}]{1,6}(?:anweisungen|instruktionen|informationen|angaben|ausführungen|aufgaben|befehle|regeln)[^.\n]{0,60}(?:ignorier|irrelevant|ungültig|hinfällig|vergess|vergiss|nicht mehr)/gu,
  },
  {
    name: "reveal-your-prompt-in-other-languages",
    weight: "enough",
    anchors: ["systemanweisung", "systemprompt", "system prompt", "système", "sistema", "prompt"],
    pattern:
      /(?<!\p{L})(?:verrate?|zeige?|nenne?|gib|révèle[rz]?|affiche[rz]?|montre[rz]?|donne[rz]?|revela|muestra|muéstrame|dime|rivela|mostra(?:mi)?|dimmi|revele|mostre|diga)(?:[^\p{L}]{1,6}\p{L}{1,12}){0,4}?[^\p{L}]{1,6}(?:system-?(?:anweisung\p{L}*|prompts?)|(?:instructions?|prompt|consignes) (?:du |de )?système|(?:instrucciones|prompt|mensaje) (?:del? |de tu )?sistema|(?:istruzioni|prompt) (?:di|del) sistema|(?:instruções|prompt) (?:de|do) sistema)/gu,
  },
  {
    name: "you-are-now-in-other-languages",
    weight: "hint",
    anchors: [
      "du bist",
      "ab jetzt",
      "von nun an",
      "tu es maintenant",
      "désormais",
      "à partir de maintenant",
      "ahora eres",
      "a partir de ahora",
      "ora sei",
      "da ora in poi",
      "agora és",
      "agora você",
      "a partir de agora",
      "als assistent",
      "tant qu'assistant",
      "como asistente",
      "come assistente",
    ],
    pattern:
      /(?<!\p{L})(?:du bist (?:jetzt|nun|ab)|ab jetzt|von nun an|tu es (?:maintenant|désormais)|désormais,? tu|à partir de maintenant|ahora eres|a partir de ahora|ora sei|da ora in poi|agora (?:és|você é)|a partir de agora|als (?:ki-?)?assistent|en tant qu.assistant|como asistente|come assistente)(?!\p{L})/gu,
  },
  {
    name: "without-limits-in-other-languages",
    weight: "hint",
    anchors: [
      "keine r",
      "uneingeschränkt",
      "ohne einschr",
      "sans restriction",
      "sans limite",
      "sin restric",
      "sin límite",
      "senza restriz",
      "senza limit",
      "sem restri",
    ],
    pattern:
      /(?<!\p{L})(?:keine (?:regeln|richtlinien)|uneingeschränkt\p{L}{0,3}|ohne einschr\p{L}{1,12}|sans (?:restrictions?|limites?|filtres?)|sin (?:restricciones|límites|filtros)|senza (?:restrizioni|limiti|filtri)|sem (?:restrições|limites))(?!\p{L})/gu,
  },
  {
    name: "order-to-the-model-in-other-languages",
    weight: "hint",
    anchors: [
      ...[
        "assistent",
        "agenten",
        "bevor du",
        "bevor sie",
        "führe ",
        "führen sie",
        "erledige",
        "zuerst",
        "neue aufgabe",
      ],
      ...["wichtige", "neue anweisung", "assistant", "avant de", "asistente", "antes de", "assistente", "prima di"],
    ],
    pattern:
      /(?<!\p{L})(?:(?:an|für) (?:den |die |alle |jeden )?(?:ki-?)?(?:assistenten|agenten)|als (?:ki-?)?assistent|bevor (?:du|sie) (?:\p{L}{1,12} ){0,5}?(?:fortf\p{L}{1,8}|weiter\p{L}{0,8}|antworte\p{L}{0,2})|(?:führe|führen sie|erledigen? ?(?:sie)?) (?:bitte )?(?:zuerst|zunächst|vorher|folgendes|sofort|die folgende)|wichtige (?:nachricht|anweisung|mitteilung|information) (?:vom|von|an|für)|neue (?:aufgabe|anweisung) ?:|du (?:musst|sollst) (?:zuerst|zunächst|jetzt|sofort|vorher)|(?:pour|à) l.assistant|avant de (?:continuer|répondre)|(?:para|al) (?:el )?asistente|antes de (?:continuar|responder)|per l.assistente|prima di (?:continuare|rispondere))(?!\p{L})/gu,
  },
  {
    name: "rot13",
    weight: "enough",
    anchors: ["vafgehpgvba", "flfgrz cebzcg"],
    pattern: /vafgehpgvbaf?|flfgrz cebzcg/g,
  },
  {
    name: "ignore-instructions-tr",
    weight: "enough",
    anchors: ["talimat", "yönerge", "komut"],
    pattern:
      /(?:önceki|yukarıdaki|tüm|bütün)[^\p{L}]{1,6}(?:\p{L}{1,12}[^\p{L}]{1,6}){0,2}(?:talimat|yönerge|komut)\p{L}{0,8}[^\p{L}]{1,6}(?:\p{L}{1,12}[^\p{L}]{1,6}){0,2}(?:yok say|görmezden gel|unut|dikkate alma)/gu,
  },
  {
    name: "ignore-instructions-zh",
    weight: "enough",
    anchors: ["忽略", "无视", "無視", "忘记", "忘掉", "忘記", "不要理会", "不要遵"],
    pattern:
      /(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要遵[守循])[^。\n]{0,15}(?:指令|指示|说明|說明|提示|规则|規則|命令|要求|指引|设定|設定)/gu,
  },
  {
    name: "ignore-instructions-ja",
    weight: "enough",
    anchors: ["無視", "忘れ", "従わない"],
    pattern: /(?:指示|命令|プロンプト|ルール|指令|設定)[^。\n]{0,10}(?:無視|忘れ|従わない)/gu,
  },
  {
    name: "ignore-instructions-ko",
    weight: "enough",
    anchors: ["무시", "잊"],
    pattern: /(?:지시|명령|지침|프롬프트|규칙|설정)[^.\n]{0,12}(?:무시|잊)/gu,
  },
  {
    name: "ignore-instructions-hi",
    weight: "enough",
    anchors: ["निर्देश", "आदेश"],
    pattern: /(?:निर्देश|आदेश)[^।\n]{0,25}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/gu,
  },
];
