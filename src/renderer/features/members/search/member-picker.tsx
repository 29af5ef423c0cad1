import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { MemberProjects } from '#renderer/features/members/member-projects.tsx'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker/picker-field.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import './member-picker.css'

/** The storage key of recent searches is `searchusers` (spec §9). */
const NAME = 'users'

interface MemberPickerProps {
  /** The current choice. */
  chosen?: Member[]
  /** Whether several members can be chosen. */
  multiple?: boolean
  onConfirm(members: Member[]): void
  onClose(): void
}

const nameOf = ({ realname, nickname, id }: Member): string => realname || nickname || id

/** Picks members by phone, by the end of a phone after `%`, by name, number or card scan. */
function MemberPicker({ chosen, multiple, onConfirm, onClose }: MemberPickerProps) {
  const { t } = useText()
  return (
    <PickerDialog<Member>
      name={NAME}
      title={t('memberPicker.title')}
      searchLabel={t('memberPicker.search')}
      columns={[
        { name: 'id', title: 'counter.member.card' },
        { name: 'realname', title: 'memberPicker.name', render: nameOf },
        { name: 'phone', title: 'counter.member.phone' },
        { name: 'memberLevel_dictText', title: 'level.name' },
        {
          name: 'availableBalance',
          title: 'wallet.available',
          align: 'right',
          render: ({ availableBalance }) => <span className="pl-amount">{formatAmount(availableBalance)}</span>,
        },
        {
          name: 'frequency',
          title: 'memberPicker.times',
          align: 'right',
          render: ({ id, projects }) => (
            <MemberProjects userId={id} kind="times">
              {projects.reduce((sum, { frequency }) => sum + frequency, 0)}
            </MemberProjects>
          ),
        },
        {
          name: 'isChangWan',
          title: 'memberPicker.unlimited',
          render: ({ id, isChangWan, changwanName }) =>
            isChangWan === 'YES' ? (
              <MemberProjects userId={id} kind="unlimited">
                {changwanName}
              </MemberProjects>
            ) : (
              '—'
            ),
        },
        {
          name: 'projects',
          title: 'memberPicker.all',
          render: ({ id, projects }) => (
            <MemberProjects userId={id} kind="all">
              {projects.length}
            </MemberProjects>
          ),
        },
      ]}
      nameOf={nameOf}
      load={async ({ word, pageNo, pageSize }) =>
        (await client.members.search({ query: { keyword: word, pageNo, pageSize } })).result
      }
      wordOf={({ kind, value }) => (kind === 'memberCard' ? value : null)}
      chosen={chosen}
      multiple={multiple}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** A form field with a member's number, filled by the picker. */
export const MemberPickerField = (props: ChosenProps) => (
  <PickerField<Member>
    {...props}
    name={NAME}
    nameOf={nameOf}
    restore={async (id, pageSize) => (await client.members.search({ query: { id, pageSize } })).result.records}
    dialog={(chosen, confirm, close) => <MemberPicker chosen={chosen} onConfirm={confirm} onClose={close} />}
  />
)
