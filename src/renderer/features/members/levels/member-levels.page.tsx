import { Button, Input, InputNumber, Radio } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { LevelColour, MANUAL_LEVEL, memberLevelResource } from '#shared/features/members/member-levels.contract.ts'
import { LevelTag } from './level-tag.tsx'
import { RaiseMembers } from './raise-members.tsx'
import { useLevels } from './use-levels.ts'

const Field = fieldsOf(memberLevelResource.create, memberLevelResource)
const whole = { precision: 0, style: { width: '100%' } } as const

type Level = RowOf<'memberLevels'>

/** The member levels of a store: thresholds, benefits, number of members. */
export function MemberLevelsPage() {
  const { t } = useText()
  const levels = useLevels()
  const storeName = useStoreName()
  const nextRank = Math.max(0, ...levels.map(({ rank }) => rank)) + 1
  return (
    <CrudPage
      resource="memberLevels"
      title="menu.memberLevels"
      emptyHint="level.noneHint"
      columns={[
        { name: 'name', render: ({ name, colour }) => <LevelTag colour={colour}>{name}</LevelTag> },
        { name: 'rank', align: 'right', sorter: true },
        {
          name: 'experience',
          align: 'right',
          render: ({ experience }) => experienceOf(experience) ?? t('level.byHand'),
        },
        { name: 'discount', align: 'right', render: ({ discount }) => (discount > 0 ? `${discount}%` : '—') },
        { name: 'memberCount', title: 'level.members', align: 'right' },
        { name: 'benefits', width: 280 },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createTime', optional: true },
      ]}
      filters={<TextFilter name="name" />}
      actions={{ head: <HeadActions hasNone={levels.length === 0} /> }}
      form={{
        noun: 'noun.memberLevel',
        values: (row: Level | null) =>
          row ? {} : { rank: nextRank, experience: 0, discount: 0, colour: 'slate', benefits: '' },
        fields: () => (
          <>
            <Field name="name">
              <Input autoComplete="off" />
            </Field>
            <Field name="rank" extra={t('level.rankHint')}>
              <InputNumber {...whole} min={1} max={99} />
            </Field>
            <Field name="experience" extra={t('level.experienceHint')}>
              <InputNumber {...whole} min={MANUAL_LEVEL} />
            </Field>
            <Field name="discount" extra={t('level.discountHint')}>
              <InputNumber {...whole} min={0} max={100} suffix="%" />
            </Field>
            <Field name="colour">
              <Radio.Group
                options={LevelColour.options.map((colour) => ({
                  value: colour,
                  label: <LevelTag colour={colour}>{t(`level.colour.${colour}`)}</LevelTag>,
                }))}
              />
            </Field>
            <Field name="benefits">
              <Input.TextArea rows={2} />
            </Field>
          </>
        ),
      }}
    />
  )
}

const experienceOf = (experience: number): string | null =>
  experience === MANUAL_LEVEL ? null : experience.toLocaleString('en-US')

/** Actions on all levels: add the defaults, or raise members with enough experience. */
function HeadActions({ hasNone }: { hasNone: boolean }) {
  const { t } = useText()
  const may = useMayCall('memberLevels')
  if (!hasNone) return <RaiseMembers />
  if (!may('addUsual')) return null
  const add = async () => {
    await client.memberLevels.addUsual({})
    await refreshList('memberLevels')
  }
  return <Button onClick={() => void add()}>{t('level.addUsual')}</Button>
}
