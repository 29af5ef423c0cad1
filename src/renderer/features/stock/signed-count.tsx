/** A change of stock with its sign. */
export const SignedCount = ({ value }: { value: number }) => (
  <span className="pl-amount">{value > 0 ? `+${value}` : value}</span>
)
