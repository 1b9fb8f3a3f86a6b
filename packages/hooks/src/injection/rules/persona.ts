import { phrase, type Rule } from "../rule.js";

/** Texts that want the model to be somebody without rules. */
export const PERSONA: readonly Rule[] = [
  {
    name: "no-rules",
    weight: "enough",
    anchors: [
      "do anything now",
      "dan mode",
      "jailbreak mode",
      "jailbroken",
      "unrestricted mode",
      "no longer bound",
      "not bound by",
      "god mode",
      "safety",
      "unrestricted",
      "no restrictions",
      "disabled",
    ],
    pattern: phrase(
      "do anything now|(?:dan|jailbreak|jailbroken|unrestricted|unfiltered|god) mode (?:is )?(?:enabled|activated|on|engaged|unlocked)|(?:you|now) (?:are )?(?:no longer|not) bound (?:by|to)|you (?:are|have been) (?:now )?(?:an? )?(?:jailbroken|unrestricted|unfiltered|uncensored)|safety (?:protocols?|guidelines|filters|rules|measures|checks|restrictions|policies|guardrails) (?:are |is |were |have been |has been )?(?:now )?(?:disabled|off|lifted|removed|suspended|bypassed|not meant|do not apply|don t apply)",
    ),
  },
  {
    name: "persona",
    weight: "hint",
    anchors: [
      "pretend",
      "act as",
      "act like",
      "roleplay",
      "role-play",
      "role play",
      "in character",
      "want you to",
      "as the assistant",
      "behave as",
      "imagine you",
    ],
    pattern: phrase(
      "pretend (?:that )?(?:you|to be)|(?:i want you to|you (?:will|must|should|are going to|now)|please) (?:act|behave|respond|answer|speak|write|pretend|take the role) ~1 (?:as|like|of)|act (?:as if|as though|like) you|(?:stay|remain|be|answer) in (?:your )?character|imagine (?:that )?you (?:are|re)|role ?play(?:ing)? (?:as|with)|as the (?:ai )?assistant i (?:have|ve|already|am)",
    ),
  },
  {
    name: "without-limits",
    weight: "hint",
    anchors: [
      "restriction",
      "guidelines",
      "filters",
      "limitations",
      "censor",
      "ethical",
      "safety",
      "developer mode",
      "debug mode",
      "maintenance mode",
      "no rules",
      "any rules",
      "limits",
      "content policy",
      "policies",
      "filter",
      "unrestricted",
      "usual rules",
    ],
    pattern: phrase(
      "(?:without|no|free of|bypass|ignore|disable|remove) (?:any |all |of |your )*(?:ethical |moral |content |safety |usual |security )*(?:restrictions|guidelines|filters?|limitations|limits|rules|censorship|guardrails|constraints|content policy|polic(?:y|ies)|safety (?:checks|measures|protocols|rules|policies))|unrestricted (?:assistant|ai|model|response|mode|answers?|access)|exempt from ~2 (?:restrictions|rules|guidelines|polic(?:y|ies))|(?:enter|enable|activate|switch to|switching to|now in) (?:the )?(?:developer|debug|maintenance|admin|root|sudo|diagnostic) mode",
    ),
  },
];
