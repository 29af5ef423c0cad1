/** What each figure is, in one sentence; the register is `shared/help/figures.ts`. */
export const definitions = {
  'define.revenue':
    'Cash and scan payments less deposits and refunds; it equals recharges plus guests. What members pay from a wallet is no revenue: that money came in with the recharge.',
  'define.recharges': 'Part of revenue: cash and scan payments for stored value and cards, less their refunds.',
  'define.guests':
    'Part of revenue: rides and products paid at the counter, less their refunds. It is revenue and consumption at once.',
  'define.cash': 'Cash taken less cash returned, deposits included; without floats and movements of the drawer.',
  'define.scan': 'Scan payments less refunds by scan, deposits included.',
  'define.deposit': 'Deposits taken less deposits returned. They are no revenue and part of no other figure.',
  'define.refunded':
    'Money returned in cash or by scan, on the day of the refund, as a positive figure; revenue is net of it. What goes back to a wallet is not in it.',
  'define.consumption':
    'The value of what was rendered: balance, gift balance, guests and coupons, less refunds. A recharge is no consumption, so revenue and consumption must not be added.',
  'define.balance': 'Part of consumption: what was paid from members’ paid balance, less refunds.',
  'define.give': 'Part of consumption: what was paid from members’ gift balance, less refunds.',
  'define.coupons': 'Part of consumption: what group coupons paid, at the value of the coupons, less refunds.',
  'define.integral': 'Points that charges took, less what was returned; no money and not in consumption.',
  'define.laps': 'Laps of wallets that charges took, less what was returned; no money and not in consumption.',
  'define.coins':
    'Coins that charges took, less what was returned; coins that left through a machine are not played yet and not counted.',
  'define.frequency': 'Visits of projects that charges took, less what was returned; no money and not in consumption.',
  'define.plays': 'Rides on unlimited cards, less what was returned.',
  'define.orders': 'Paid charges, free ones included; those refunded later stay counted.',
  'define.people': 'The people of paid charges; those refunded later stay counted.',
  'define.rechargeOrders': 'Paid recharges and sales of cards; those refunded later stay counted.',
  'define.sessions': 'Runs that began, trials and escaped ones included; test runs are not.',
  'define.minutes': 'Driving time of the runs that have ended.',
  'define.drivenLaps': 'Laps driven in the runs that have ended.',
  'define.discount':
    'What member levels took off paid charges; a refund returns what was paid and changes nothing here.',
  'define.couponOff': 'What discount coupons took off paid charges; a refund changes nothing here.',
  'define.tests': 'Runs that began with a test card; they are in no other figure, report or ranking.',
  'define.liability':
    'Stored value that members have paid for or were given and have not used, counted by lots: what the store owes them now.',
  'define.owedBalance': 'The part of the stored value owed that members have paid for.',
  'define.owedGive': 'The part of the stored value owed that was a gift.',
  'define.held':
    'Stored value reserved by pending rides and open orders; still the member’s, but not free for anything else.',
  'define.cards': 'Unlimited cards that can be used now.',
  'define.float': 'The cash in the drawer when the shift began; no revenue.',
  'define.expectedCash':
    'The cash that the drawer should contain: the float, plus what the shift took and what was put in, less what was returned and taken out.',
  'define.countedCash': 'The cash that was counted at the end of the shift, float included; it is final.',
  'define.cashDifference': 'Counted cash less expected cash: above zero is over, below zero is short.',
  'define.lateCash':
    'Cash of the shift that reached the server after the count; it belongs to the shift and was not in its expected cash then.',
  'define.cashOutside': 'Cash of no shift: taken or given while none was open, or offline sales that arrived late.',
  'define.shiftRevenue':
    'Cash and scan payments of the shift, less refunds; of deposits only those that are not returned. Without coupons, float and movements of the drawer.',
  'define.unusual':
    'At least three, and above the expected number by more than three times its square root. It is a reason to look, never a verdict.',
}
