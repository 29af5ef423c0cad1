export { departsService } from '#server/features/access/departs/departs.service.ts'
export {
  currentUserOf,
  openStoresOf,
  storesInScope,
  storesOf,
} from '#server/features/access/users/people.repository.ts'
export { usersService } from '#server/features/access/users/users.service.ts'
export { done } from './entities.view.ts'
export { createFirstAdmin, hasAccounts } from './first-start.service.ts'
export { rolesShown, visibleRoles } from './rights.service.ts'
