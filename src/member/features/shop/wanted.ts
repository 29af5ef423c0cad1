/** What a member has chosen to pay. */
export type Wanted =
  | { kind: 'recharge'; ruleId: string; name: string; amount: number }
  | { kind: 'products'; lines: { productId: string; name: string; count: number; price: number }[]; amount: number }
