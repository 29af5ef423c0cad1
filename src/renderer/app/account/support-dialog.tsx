import { Modal, Skeleton, Typography } from 'antd'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { useSupportContact } from '#renderer/core/support-contact.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { SupportContact } from '#shared/features/system/support.contract.ts'
import './support-dialog.css'

/** How to contact and pay the operator (spec §2), as configured on the contact support page. */
export function SupportDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const session = useSession((state) => state.session)
  const isSignedIn = Boolean(session && !session.mustChooseStore)
  const contact = useSupportContact(isSignedIn)
  return (
    <Modal open width={520} title={t('support.title')} footer={null} onCancel={onClose} className="pl-support">
      {session && isSignedIn ? (
        <Lines
          lines={[
            {
              name: t('support.orgCode'),
              value: (
                <>
                  <Typography.Text copyable strong>
                    {session.userInfo.orgCode}
                  </Typography.Text>{' '}
                  {storeNameOf(session)}
                </>
              ),
            },
          ]}
        />
      ) : null}
      {contact.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {contact.error && !contact.data ? (
        <ErrorBlock error={contact.error} retry={() => void contact.refetch()} />
      ) : null}
      {contact.data ? <Contact contact={contact.data} isSignedIn={isSignedIn} /> : null}
    </Modal>
  )
}

function Contact({ contact, isSignedIn }: { contact: Partial<SupportContact>; isSignedIn: boolean }) {
  const { t } = useText()
  const { phone, wechat, wechatPicture = '', hours, address, paymentCodes = [] } = contact
  const copied = (text: string | undefined) => (text ? <Typography.Text copyable>{text}</Typography.Text> : null)
  const reached = [
    { name: t('support.phone'), value: phone ? <a href={`tel:${phone}`}>{phone}</a> : null },
    { name: t('support.wechat'), value: copied(wechat) },
    { name: t('support.hours'), value: hours },
    { name: t('support.address'), value: address },
  ].filter(({ value }) => value)
  const bank = [
    { name: t('support.bankHolder'), value: copied(contact.bankHolder) },
    { name: t('support.bankName'), value: copied(contact.bankName) },
    { name: t('support.bankAccount'), value: copied(contact.bankAccount) },
  ].filter(({ value }) => value)
  const isPaid = isSignedIn && (bank.length > 0 || paymentCodes.length > 0)
  const isReached = reached.length > 0 || wechatPicture !== ''
  return (
    <>
      <Lines lines={reached} />
      <Pictures pictures={wechatPicture ? [{ title: t('support.wechatPicture'), picture: wechatPicture }] : []} />
      {isPaid ? (
        <>
          {paymentCodes.length > 0 ? <h2>{t('support.paymentCodes')}</h2> : null}
          <Pictures pictures={paymentCodes} />
          {bank.length > 0 ? <h2>{t('support.bank')}</h2> : null}
          <Lines lines={bank} />
          <p className="pl-support-note">{t('support.remark')}</p>
        </>
      ) : null}
      {isReached || isPaid ? null : <p>{t('support.none')}</p>}
      {isSignedIn ? <p>{t('support.invoice')}</p> : null}
    </>
  )
}

function Lines({ lines }: { lines: { name: string; value: React.ReactNode }[] }) {
  return lines.length > 0 ? (
    <dl>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  ) : null
}

function Pictures({ pictures }: { pictures: SupportContact['paymentCodes'] }) {
  const shown = pictures.flatMap(({ title, picture }) => {
    const address = shownAddress(picture)
    return address ? [{ title, address }] : []
  })
  return shown.length > 0 ? (
    <div className="pl-support-codes">
      {shown.map(({ title, address }) => (
        <figure key={address}>
          <img src={address} alt={title} />
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </div>
  ) : null
}
