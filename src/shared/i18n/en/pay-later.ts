export const payLater = {
  'error.sessions.rechargeRequired': 'Choose the recharge to link',
  'error.sessions.rechargeNotFound': 'There is no such recharge at this store',
  'error.sessions.rechargeNotPaid': 'Only a recharge that is paid, and of which nothing was refunded, can be linked',
  'error.sessions.rechargeBefore': 'That recharge was paid before this trial; choose a later one',
  'error.sessions.rechargeLinked': 'That recharge is linked to another trial ({ticket})',
  'error.sessions.notTrial': 'This record has a member; charge the member instead',
  'message.records.linked': 'Linked to the recharge',
  'jobName.playRecords.escape': 'Let trials escape that nobody paid for within an hour',
}
