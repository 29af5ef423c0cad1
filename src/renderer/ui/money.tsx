import { formatAmount } from '#shared/core/money.ts'

/** An amount as it came over the wire, always with two decimals. */
export const Money = ({ value }: { value: number }) => <span className="pl-amount">{formatAmount(value)}</span>
