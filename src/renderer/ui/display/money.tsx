import { formatAmount } from '#shared/core/money.ts'

/** An amount in the wire's major units, always with two decimals. */
export const Money = ({ value }: { value: number }) => <span className="pl-amount">{formatAmount(value)}</span>
