import { client, upload } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Button } from '#member/ui/button.tsx'
import { StoredPicture } from '#member/ui/stored-picture.tsx'
import { smallJpeg } from '#renderer/core/files/small-jpeg.ts'
import type { MemberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { ActNotice, useOwnAct } from './use-own-act.tsx'

async function sendPicture(file: File): Promise<void> {
  const { memberOwn } = await import('#shared/features/member-page/member-own.contract.ts')
  await upload(memberOwn.picture.path, await smallJpeg(file))
}

/** The picture of the member. A new one counts as a change, as removing it does. */
export function OwnPicture({ own: { avatar, changesLeft } }: { own: MemberOwn }) {
  const { t } = useText()
  const send = useOwnAct<File>(sendPicture)
  const remove = useOwnAct(() => client.memberOwn.edit({ body: { avatar: '' } }))
  const isBusy = send.isPending || remove.isPending
  const isLocked = changesLeft === 0
  return (
    <section className="m-stack">
      <h2 className="m-title">{t('memberOwn.picture')}</h2>
      <div className="m-pictures">
        {avatar === '' ? null : (
          <span className="m-picture-chosen">
            <StoredPicture stored={avatar} title={t('memberOwn.picture')} className="" />
          </span>
        )}
        {isLocked ? null : (
          <label className="m-picture-add" aria-busy={isBusy || undefined}>
            <span aria-hidden="true">+</span>
            <input
              type="file"
              accept="image/*"
              className="m-hidden"
              disabled={isBusy}
              aria-label={t('memberOwn.choosePicture')}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // The same file may be chosen again after a failure.
                target.value = ''
                if (!file) return
                remove.reset()
                send.mutate(file)
              }}
            />
          </label>
        )}
      </div>
      <ActNotice act={send.error || send.isSuccess ? send : remove} />
      {avatar === '' || isLocked ? null : (
        <Button
          kind="plain"
          isBusy={isBusy}
          onPress={() => {
            send.reset()
            remove.mutate()
          }}
        >
          {t('memberOwn.removePicture')}
        </Button>
      )}
    </section>
  )
}
