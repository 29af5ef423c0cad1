import { crudRoutes, listQueryOf } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { giftResource } from './gifts.schema.ts'

/** YES: only gifts whose stock is low; NO: only the others. */
const besides = { isLow: choiceFilter(YesNo) }
const calls = crudRoutes(giftResource)

/** Gifts of a store and their stock. */
export const gifts = {
  ...calls,
  list: route({ ...calls.list, query: listQueryOf(giftResource).extend(besides) }),
  ...excelRoutes(giftResource, besides),
}
