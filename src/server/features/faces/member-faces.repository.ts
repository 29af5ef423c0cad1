import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type FaceRow = Selectable<Tables['faceTemplate']>
export type SealedFace = Pick<FaceRow, 'memberId' | 'templateSealed'>

/** Stores the template of a member instead of an earlier one. */
export async function storeFace(trx: Transaction, row: Insertable<Tables['faceTemplate']>): Promise<void> {
  const { memberId: _, orgCode: __, ...changed } = row
  await trx
    .insertInto('faceTemplate')
    .values(row)
    .onConflict((conflict) => conflict.columns(['memberId', 'orgCode']).doUpdateSet(changed))
    .execute()
}

/** Deletes the template of a member; returns whether there was one. */
export async function deleteFace(trx: Transaction, memberId: string, orgCode: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('faceTemplate')
    .where('memberId', '=', memberId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The enrolment of a member with the version of its consent. */
export const enrolmentOf = (trx: Transaction, memberId: string, orgCode: string) =>
  trx
    .selectFrom('faceTemplate as face')
    .innerJoin('agreementSignature as consent', (join) =>
      join.onRef('consent.id', '=', 'face.signatureId').onRef('consent.orgCode', '=', 'face.orgCode'),
    )
    .select(['consent.version', 'face.enrolledAt', 'face.enrolledByName'])
    .where('face.memberId', '=', memberId)
    .where('face.orgCode', '=', orgCode)
    .executeTakeFirst()

/** The sealed templates of one store, of members who have not ended. */
export const facesOf = (trx: Transaction, orgCode: string, model: string, now: Date): Promise<SealedFace[]> =>
  trx
    .selectFrom('faceTemplate as face')
    .innerJoin('member', (join) =>
      join.onRef('member.id', '=', 'face.memberId').onRef('member.orgCode', '=', 'face.orgCode'),
    )
    .select(['face.memberId', 'face.templateSealed'])
    .where('face.orgCode', '=', orgCode)
    .where('face.model', '=', model)
    .where((where) => where.or([where('member.endTime', 'is', null), where('member.endTime', '>', now)]))
    .execute()

/** Those of these members of a store who are still enrolled, because consent may end while faces are compared. */
export const enrolledMembers = (trx: Transaction, orgCode: string, ids: readonly string[]) =>
  trx
    .selectFrom('member')
    .innerJoin('faceTemplate as face', (join) =>
      join.onRef('face.memberId', '=', 'member.id').onRef('face.orgCode', '=', 'member.orgCode'),
    )
    .selectAll('member')
    .where('member.orgCode', '=', orgCode)
    .where('member.id', 'in', ids)
    .execute()

/** Deletes the templates of stores that switched the search off, of members who have ended, and of those who did not come for long. */
export async function deleteEndedFaces(trx: Transaction, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from face_template f using member m, store s
      where m.id = f.member_id and m.org_code = f.org_code and s.org_code = f.org_code
        and (s.face_search = 'NO' or m.end_time <= ${now}
          or greatest(m.last_visit_on, (f.enrolled_at at time zone s.time_zone)::date)
            < (${now}::timestamptz at time zone s.time_zone)::date - s.face_keep_days)`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
