/** Filters of play records, in the notation of the API family. */
export const playRecordFields = {
  id: 'id',
  sysOrgCode: 'text',
  createTime: 'time',
  playState: 'text',
  ticketNo: 'text',
  gameLogId: 'id',
  rechargeId: 'id',
  consumeId: 'id',
  userId: 'text',
  racer: 'text',
  ruleId: 'id',
  roleName: 'text',
  consumeType: 'text',
  consumeVehicleMode: 'text',
  countCycleNumber: 'number',
  duration: 'number',
  people: 'number',
  vehicleId: 'id',
  vehicleName: 'text',
  cashierName: 'text',
  operatorName: 'text',
  terminalName: 'text',
  remark: 'text',
} as const

/** Names of the member, stored in the members table. */
export const playRecordNames = { userNickname: 'text', userTruenmae: 'text' } as const

/**
 * Further filters: one text for ticket, phone, name and vehicle; who started the ride:
 * the chosen cashier, else the signed-in user; and who cancelled it before payment.
 */
export const playRecordSearchFields = {
  ...playRecordFields,
  ...playRecordNames,
  keyword: 'text',
  staffName: 'text',
  cancelledBy: 'text',
} as const

export const playRecordSort = [
  'createTime',
  'ticketNo',
  'playState',
  'price',
  'racer',
  'vehicleName',
  'roleName',
  'userId',
  'userNickname',
  'userTruenmae',
  'consumeType',
  'consumeVehicleMode',
  'countCycleNumber',
  'duration',
  'sysOrgCode',
  'remark',
  'people',
  'cashierName',
  'operatorName',
  'terminalName',
  'id',
  'gameLogId',
  'rechargeId',
  'consumeId',
  'ruleId',
] as const
