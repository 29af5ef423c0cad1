import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { CrudColumn } from '#renderer/ui/crud/crud-types.ts'
import { SecretDialog } from '#renderer/ui/dialog/secret-dialog.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { AccessToken } from '#shared/features/access-tokens/access-tokens.contract.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

const KEY = ['accessTokens']
const tones = { active: 'success', expired: 'neutral', revoked: 'error' } satisfies Record<string, Tone>

/** The user's personal access tokens, and those of users below. */
export function AccessTokensPage() {
  const { t } = useText()
  const mayAdd = useMay('accesstoken:add')
  const maySeeOthers = useMay('accesstoken:list')
  const [whose, setWhose] = useState<'mine' | 'others'>('mine')
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const made = async (token: string) => {
    setAdding(false)
    setSecret(token)
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  return (
    <div className="pl-page">
      <PageHead title={t('menu.accessTokens')}>
        {maySeeOthers ? (
          <Segmented
            value={whose}
            onChange={setWhose}
            options={[
              { value: 'mine', label: t('accessToken.mine') },
              { value: 'others', label: t('accessToken.others') },
            ]}
          />
        ) : null}
        {mayAdd ? (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('accessToken.add')}
          </Button>
        ) : null}
      </PageHead>
      {whose === 'mine' ? <OwnTokens /> : <TokensOfOthers />}
      {isAdding ? <NewTokenDialog onMade={made} onClose={() => setAdding(false)} /> : null}
      {secret === null ? null : (
        <SecretDialog
          title={t('accessToken.madeTitle')}
          hint={t('accessToken.madeHint')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

type Columns = CrudColumn<AccessToken>[]

function useColumns(): Columns {
  const { t } = useText()
  const storeName = useStoreName()
  return [
    { name: 'name', title: 'accessToken.name', width: 180 },
    {
      name: 'state',
      title: 'accessToken.state',
      onCard: true,
      render: ({ state }) => <ToneTag tone={tones[state]}>{t(`accessToken.state.${state}`)}</ToneTag>,
    },
    {
      name: 'stores',
      title: 'accessToken.stores',
      width: 180,
      render: ({ stores }) => stores.map(storeName).join(', '),
    },
    {
      name: 'actions',
      title: 'accessToken.actions',
      onCard: true,
      width: 200,
      render: ({ actions }) => t('accessToken.actionList', { count: actions.length, names: actions.join(', ') }),
    },
    { name: 'endTime', title: 'accessToken.end', onCard: true },
    { name: 'usedTime', title: 'accessToken.used', render: ({ usedTime }) => usedTime ?? t('accessToken.neverUsed') },
    { name: 'usedAddress', title: 'accessToken.address' },
    { name: 'createTime', title: 'crud.createTime' },
  ]
}

function useRevoke(call: typeof client.accessTokens.revoke) {
  const { t } = useText()
  const ask = useConfirmation()
  return ({ id, name, state }: AccessToken) =>
    state === 'active'
      ? [
          {
            key: 'revoke',
            label: t('accessToken.revoke'),
            danger: true,
            act: () =>
              void ask(
                t('accessToken.revokeAsk', { name }),
                async () => {
                  const { message } = await call({ body: { id } })
                  await queryClient.invalidateQueries({ queryKey: KEY })
                  return message
                },
                { hint: t('accessToken.revokeHint'), ok: t('accessToken.revoke') },
              ),
          },
        ]
      : []
}

function OwnTokens() {
  const { t } = useText()
  const columns = useColumns()
  const actionsOf = useRevoke(client.accessTokens.revokeMine)
  const rows = useRows([...KEY, 'mine'], async () => (await client.accessTokens.mine()).result)
  const empty = <EmptyBlock title={t('accessToken.none')} hint={t('accessToken.noneHint')} />
  return <CrudRows crud={rows} columns={columns} actionsOf={actionsOf} empty={empty} />
}

function TokensOfOthers() {
  const { t } = useText()
  const mayRevoke = useMay('accesstoken:revoke')
  const columns = useColumns()
  const revoke = useRevoke(client.accessTokens.revoke)
  const [username, setUsername] = useState('')
  const rows = useRows([...KEY, 'others', username], async (page) => {
    const { result } = await client.accessTokens.list({ query: { ...page, ...(username ? { username } : {}) } })
    return result
  })
  return (
    <>
      <Input.Search
        allowClear
        maxLength={64}
        placeholder={t('accessToken.searchUser')}
        aria-label={t('accessToken.searchUser')}
        style={{ maxWidth: 320, marginBottom: 12 }}
        onSearch={setUsername}
      />
      <CrudRows
        crud={rows}
        columns={[
          {
            name: 'username',
            title: 'user.username',
            render: ({ username: account, realname }) => `${realname} (${account})`,
          },
          ...(columns as CrudColumn<(typeof rows.records)[number]>[]),
        ]}
        actionsOf={(row) => (mayRevoke ? revoke(row) : [])}
        empty={<EmptyBlock title={t('accessToken.noneOfOthers')} />}
      />
    </>
  )
}
