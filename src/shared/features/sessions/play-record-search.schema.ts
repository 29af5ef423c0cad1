/** What records may be filtered by, in the family's notation. */
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

/** The member's names, which stand with the member. */
export const playRecordNames = { userNickname: 'text', userTruenmae: 'text' } as const

/**
 * What the list is searched by besides: one text for ticket, phone, name and vehicle, of which a customer knows any; who began the ride,
 * the chosen cashier or else who was signed in; and who cancelled it before it was ordered.
 */
export const playRecordSearchFields = {
  ...playRecordFields,
  ...playRecordNames,
  keyword: 'text',
  staffName: 'text',
  cancelledBy: 'text',
} as const

/** Each column of the list. */
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
