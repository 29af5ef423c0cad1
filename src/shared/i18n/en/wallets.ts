export const wallets = {
  'action.member:adjust': "Correct members' wallets",
  'wallets.member': 'Member',
  'wallets.balance': 'Balance',
  'wallets.give': 'Gift balance',
  'wallets.integral': 'Points',
  'wallets.quan': 'Laps',
  'wallets.frequency': 'Visits',
  'wallets.project': 'Project',
  'wallets.cardName': 'Unlimited card',
  'wallets.cardEnd': 'Ends',
  'wallets.cardUses': 'Uses left',
  'wallets.photo': "Holder's photo",
  'wallets.reason': 'Reason',
  'message.wallets.adjusted': 'Corrected',
  'message.wallets.cardSet': 'Unlimited card saved',
  'input.nothingChanges': 'change at least one figure',
  'error.members.merged': 'This member was merged into {into}',
  'error.wallets.balanceShort':
    'At most {available} can be taken from the balance ({needed} asked for; open orders hold {held})',
  'error.wallets.giveShort':
    'At most {available} can be taken from the gift balance ({needed} asked for; open orders hold {held})',
  'error.wallets.integralShort':
    'At most {available} points can be taken ({needed} asked for; open orders hold {held})',
  'error.wallets.lapsShort': 'At most {available} laps can be taken ({needed} asked for; open orders hold {held})',
  'error.wallets.frequencyShort': 'At most {available} visits can be taken ({needed} asked for)',
}
