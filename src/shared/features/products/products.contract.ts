import { crudRoutes, listQueryOf, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { productResource } from './products.schema.ts'

/** YES: only products whose stock is low; NO: only the others. */
const besides = { isLow: choiceFilter(YesNo) }
const calls = crudRoutes(productResource)

/** Products of a store and their stock. */
export const products = {
  ...calls,
  ...undoRoutes(productResource),
  list: route({ ...calls.list, query: listQueryOf(productResource).extend(besides) }),
  ...excelRoutes(productResource, besides),
}
