export { done } from './entities.view.ts'
export { createFirstAdmin, hasAccounts } from './first-start.service.ts'
export { currentUserOf, openStoresOf, storesInScope, storesOf } from './people.repository.ts'
