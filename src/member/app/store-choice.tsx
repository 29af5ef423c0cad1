import { useText } from '#member/core/locale.ts'
import { openStore } from '#member/core/session.ts'
import { Rows } from '#member/ui/rows.tsx'

/** A member belongs to a store, so the address of a chain lets the guest choose one. */
export function StoreChoice({ stores }: { stores: { orgCode: string; name: string }[] }) {
  const { t } = useText()
  return (
    <>
      <h2 className="m-title">{t('memberPage.chooseStore')}</h2>
      <Rows
        rows={stores.map(({ orgCode, name }) => ({ key: orgCode, title: name, onPress: () => openStore(orgCode) }))}
      />
    </>
  )
}
