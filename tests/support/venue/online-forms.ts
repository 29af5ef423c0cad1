import { newId } from '#shared/core/id.ts'
import { FormDefinition, type FormField } from '#shared/features/online-forms/online-form.schema.ts'
import type { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

/** A field by its key and type, with the defaults of the builder. */
export const formField = (key: string, type: FormField['type'], more: Partial<FormField> = {}) => ({
  key,
  type,
  labelZh: `${key}中`,
  labelEn: key,
  ...more,
})

/** The form of issue "lost property": a picture, a dictionary, and the things that were found. */
export const lostProperty = {
  fields: [
    formField('place', 'text', { required: true, search: true }),
    formField('kind', 'choice', { dictionary: 'feedback_kind', search: true }),
    formField('state', 'choice', {
      search: true,
      options: [
        { value: 'open', labelZh: '待领', labelEn: 'Waiting' },
        { value: 'done', labelZh: '已领', labelEn: 'Returned' },
      ],
    }),
    formField('tag', 'text', { unique: 'store' }),
    formField('value', 'money', { search: true, min: 0 }),
    formField('found', 'date', { search: true }),
    formField('seen', 'time'),
    formField('urgent', 'switch', { search: true }),
    formField('contact_phone', 'phone'),
    formField('picture', 'picture'),
  ],
  subTables: [
    {
      key: 'things',
      labelZh: '物品',
      labelEn: 'Things',
      maxRows: 3,
      fields: [formField('name', 'text', { required: true }), formField('count', 'number', { min: 1 })],
    },
  ],
}

/** Makes a form, publishes it, and grants acts to roles; waits until the users have them. Returns its id. */
export async function publishedForm(
  owner: TestClient,
  code: string,
  draft: object,
  rights: Record<string, readonly FormAct[]> = {},
  users: readonly TestClient[] = [],
): Promise<string> {
  const id = newId()
  const body = { code, nameZh: `表单${code}`, nameEn: `Form ${code}`, draft: FormDefinition.parse(draft) }
  await owner.onlineForms.add({ body, key: id })
  await owner.onlineForms.publish({ body: { id, draftNo: 1 } })
  for (const [roleId, acts] of Object.entries(rights)) {
    await owner.onlineForms.grant({ body: { id, roleId, acts: [...acts] } })
  }
  // Each copy of the server hears of new rights by a notification.
  for (const user of users) await until(() => user.formRecords.form({ params: { code } }))
  return id
}
