import { writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { MemberAdd } from '#shared/features/members/member-records.schema.ts'
import { memberRecordsService } from './member-records.service.ts'

/** Registers a member within another transaction, by the same rules as the form; returns the number. */
export const registerMember = (deps: Deps, ctx: CallContext, trx: Transaction, given: MemberAdd): Promise<string> =>
  memberRecordsService(deps).insert(trx, given, writerOf(deps, ctx))
