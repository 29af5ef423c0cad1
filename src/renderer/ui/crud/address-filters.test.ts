import { expect, it } from 'vitest'
import { consumeOrders } from '#shared/features/sessions/consume-orders.contract.ts'
import { addressOf, filtersOfAddress } from './address-filters.ts'

it('takes only the filters of the list from an address', () => {
  const address = addressOf('/consume/sysConsumeList', {
    staffName: '林 店长',
    createTime_begin: '2026-03-02',
    depositState: '',
    remark: undefined,
  })
  expect(address.startsWith('/consume/sysConsumeList?')).toBe(true)
  const search = `${address.slice(address.indexOf('?'))}&pageNo=7&column=id&nobody=1&consumeType=`
  expect(filtersOfAddress(search, consumeOrders)).toEqual({ staffName: '林 店长', createTime_begin: '2026-03-02' })
  expect(addressOf('/list', {})).toBe('/list')
})
