/** Behaviour of the sandbox by the last digit of the pay code. */
export const sandboxBehaviours = {
  0: 'success',
  1: 'slow',
  2: 'never',
  3: 'late',
  4: 'refused',
  5: 'answerLost',
  6: 'noticedTwice',
  7: 'silent',
} as const
export type SandboxBehaviour = (typeof sandboxBehaviours)[keyof typeof sandboxBehaviours]

/** Returns the sandbox's behaviour for a code; other last digits are paid at once. */
export const sandboxBehaviourOf = (code: string): SandboxBehaviour =>
  sandboxBehaviours[Number(code.slice(-1)) as keyof typeof sandboxBehaviours] ?? 'success'
