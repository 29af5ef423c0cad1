/** Explanations of fields whose label is not enough. */
export const hints = {
  'hint.rule.tool':
    'The rule is offered under this tab of the charging tool only; “any” is offered under each, and at the counter.',
  'hint.rule.project':
    'Visits and unlimited cards pay only for rides of the same project; the general one pays for any.',
  'hint.rule.priceMode': 'Per person multiplies the price by the people; once charges the price whatever their number.',
  'hint.rule.codeCount': 'How often the same code may be used; -1 means no limit.',
  'hint.rule.codeMinutes': 'Minutes for which the code stays valid after its first use; -1 means no limit.',
  'hint.rule.couponValue':
    'What the platform pays the store; it counts as coupons in consumption. The guest does not pay it here.',
  'hint.rule.platformProduct':
    'The number of the product at the coupon platform; a code of that product is charged by this rule.',
  'hint.rule.level': 'Only members of this level or a higher one may use the rule; without a level everybody may.',
  'hint.rule.amountType': 'The two limits of uses apply only when uses are limited.',
  'hint.rule.dayLimit': 'Uses by everybody in a business day of the store; -1 means no limit.',
  'hint.rule.memberLimit': 'Uses by one member in all, not per day; -1 means no limit.',
  'hint.rule.memberDayLimit': 'Uses by one member on a day on which the rule is offered; -1 means no limit.',
  'hint.rule.useMode': 'Rides start at once, are queued, or the cashier decides by F5 or F6.',
  'hint.rule.photo':
    'A photo of the racer is taken before the start, or a reason why there is none. Starts without the server take none.',
  'hint.rule.ranking': 'When off, results by this rule are in no ranking.',
  'hint.rule.experience': 'What each charge adds to the member’s experience, which raises the level.',
  'hint.recharge.amountType':
    'A fixed amount is sold as it is; of a custom one the cashier enters the amount, and the rule names the least.',
  'hint.recharge.salesMethod':
    'Stored value gives what is paid; a listed price is paid for what the rule gives, whatever that is.',
  'hint.recharge.validity': 'When the value of this recharge expires; earlier value of the member keeps its own end.',
  'hint.recharge.timeLimit': 'Sold between the two dates only; what was sold keeps its validity.',
  'hint.card.counts': 'How many rides the card is good for; -1 means any number while it is valid.',
  'hint.card.photo': 'The sale needs a photo of the holder, which the counter shows later, so that cards are not lent.',
  'hint.permission.perms':
    'The code of an action, such as consume:add; a role has the action when this entry is ticked.',
  'hint.permission.permsType': 'Whether a button without the permission is hidden, or shown and disabled.',
  'hint.permission.component': 'The name of the page in the program; a page with an unknown name does not open.',
  'hint.permission.redirect': 'The page below this group that its address opens.',
  'hint.permission.keepAlive': 'The page stays as it was when its tab is left; when off, it opens anew each time.',
  'hint.permission.external': 'The address of another site: it opens in a new window.',
  'hint.dataRule.column': 'The field that the rule compares, by its name in the API, such as sysOrgCode.',
  'hint.dataRule.condition':
    'The role sees only rows for which the condition holds. All rules of all roles of a user must hold.',
  'hint.user.identity': 'What the person may do at most; roles give permissions within it.',
  'hint.role.code': 'The code in programs and the API; it cannot be changed later.',
  'hint.store.acceptsCash': 'When off, no screen of the store takes or gives cash.',
  'hint.store.end': 'After this day the store shows that its subscription has ended.',
  'hint.vehicle.rfCard': 'The number of the RF card at the track at which the vehicle slows down.',
  'hint.vehicle.imei': 'The number printed on the box; the server knows by it to which vehicle the box belongs.',
  'hint.vehicle.laps': 'With this vehicle the counter prefers the rule of just so many laps; 0 means no preference.',
  'hint.exchange.step': 'Every exchanged amount is a multiple of it.',
  'hint.exchange.minimum': 'The least that may be exchanged at once; a multiple of the step.',
  'hint.exchange.dayLimit': 'The most that a member may exchange in a business day; -1 means no limit.',
  'hint.product.priceKind':
    'A fixed price is charged as it is; a custom one is entered by the cashier between the limits.',
  'hint.product.tracksStock': 'When off, sales do not count pieces and it never runs out.',
  'hint.promoter.recharges': 'Which recharges of a referred member earn a share.',
  'hint.promoter.withinDays': 'Days after the binding in which recharges count.',
  'hint.booking.locked': 'A locked session takes no more bookings; those that it has stay.',
  'hint.coupon.uses': 'How often the code may be used; -1 means no limit.',
  'hint.coupon.minutes': 'Minutes of validity after the first use; -1 means until its date.',
}
