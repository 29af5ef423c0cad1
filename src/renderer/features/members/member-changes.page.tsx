import { isTextKey, useText } from '#renderer/core/locale.ts'
import { changesOf } from '#renderer/ui/crud/crud-history.calc.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { memberMarks } from '#shared/features/members/member-records.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import './member-records.css'

type Row = RowOf<'memberChanges'>

const marks: Record<string, { label: TextKey }> = memberMarks

/** The change log of members: user, change, time and address. */
export function MemberChangesPage() {
  const { t } = useText()
  const nameOf = (field: string): string => {
    const key: string = marks[field]?.label ?? `memberChange.field.${field}`
    return isTextKey(key) ? t(key) : field
  }
  const whatOf = ({ what }: Row): string => {
    const key = `memberChange.${what}`
    return isTextKey(key) ? t(key) : t('memberChange.other')
  }
  const wordOf = (field: string, value: string): string | undefined => {
    if (value === 'true') return t('memberChange.yes')
    if (value === 'false') return t('memberChange.no')
    return field === 'editLimit' && value === '-1' ? t('member.unlimited') : undefined
  }
  const changes = (row: Row) => (
    <ul className="pl-member-changes">
      {changesOf(row.before, row.after, wordOf).map(({ field, from, to }) => (
        <li key={field}>
          {nameOf(field)}: {row.before === null ? to : `${from} → ${to}`}
        </li>
      ))}
    </ul>
  )
  return (
    <CrudPage
      resource="memberChanges"
      title="menu.memberChanges"
      emptyHint="memberChange.emptyHint"
      columns={[
        { name: 'createTime', sorter: true, width: 170, onCard: true },
        { name: 'memberId', width: 100 },
        { name: 'memberName', width: 120 },
        { name: 'what', width: 120, render: whatOf },
        { name: 'after', title: 'memberChange.changes', render: changes, whole: changes },
        { name: 'realname', width: 120 },
        { name: 'createBy', optional: true },
        { name: 'ip', width: 130 },
        { name: 'sysOrgCode_dictText', title: 'records.store', width: 150, optional: true },
      ]}
      filters={[
        <TextFilter key="member" name="memberId" />,
        <DaysFilter key="time" name="createTime" />,
        <TextFilter key="by" name="realname" />,
        <TextFilter key="ip" name="ip" />,
      ]}
    />
  )
}
