import { Button, Upload } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { squareOf } from '#renderer/ui/form/square-picture.ts'
import { files } from '#shared/features/system/files.contract.ts'

/** The user's avatar, and a button to change it. */
export function OwnPicture({ avatar, name }: { avatar: string; name: string }) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const change = async (file: File) => {
    setBusy(true)
    setProblem('')
    try {
      const square = await squareOf(file).catch(() => null)
      if (!square) return setProblem(t('account.pictureBad'))
      const { message } = await upload(files.upload.path, square, { biz: 'avatar' })
      await client.account.editProfile({ body: { avatar: message } })
      const { session, set } = useSession.getState()
      if (session) set({ ...session, userInfo: { ...session.userInfo, avatar: message } })
      await queryClient.invalidateQueries({ queryKey: ['profile'] })
    } catch (error) {
      setProblem(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="pl-own-picture">
      <PersonPicture avatar={avatar} name={name} size={64} />
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          void change(file)
          return false
        }}
      >
        <Button loading={isBusy}>{t('account.pictureChange')}</Button>
      </Upload>
      <span role="alert" className="pl-account-bad">
        {problem}
      </span>
    </div>
  )
}
