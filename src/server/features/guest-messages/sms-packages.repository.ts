import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { takesCodes } from '#server/features/payments/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { smsPackageResource } from '#shared/features/guest-messages/sms-packages.contract.ts'

const table = crudTable(smsPackageResource, {
  table: 'smsPackage',
  ofStores: false,
  columns: { packageName: 'name', smsTexts: 'texts', isActive: 'active' },
})

/** Throws `smsPackages.sellerUnknown` unless the seller is a store that accepts pay codes. */
async function requireSeller(trx: Transaction, sellerCode: string, { user }: Writer): Promise<void> {
  const accepts = await seeingEveryStore(trx, user.scope, () => takesCodes(trx, sellerCode))
  if (accepts === 'NO') throw new AppError('smsPackages.sellerUnknown', { field: 'sellerCode' })
}

/** The statements of SMS packages, which belong to the platform. */
export const smsPackageTable = {
  ...table,
  async add(trx: Transaction, values: Parameters<typeof table.add>[1], writer: Writer) {
    await requireSeller(trx, values.sellerCode, writer)
    return table.add(trx, values, writer)
  },
  async edit(trx: Transaction, id: string, values: Parameters<typeof table.edit>[2], writer: Writer) {
    if (values.sellerCode !== undefined) await requireSeller(trx, values.sellerCode, writer)
    return table.edit(trx, id, values, writer)
  },
}
