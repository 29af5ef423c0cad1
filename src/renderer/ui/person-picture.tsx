import { Avatar } from 'antd'
import { apiBase } from '#renderer/core/server-address.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'

const addressOf = (avatar: string): string =>
  /^(https?:)?\/\//i.test(avatar) ? avatar : `${apiBase()}${STATIC_PATH}/${avatar}`

/** Somebody's picture, or the first sign of the name where there is none. */
export const PersonPicture = ({ avatar, name, size }: { avatar: string; name: string; size: number }) => (
  <Avatar size={size} src={avatar ? addressOf(avatar) : undefined} alt="">
    {name.slice(0, 1)}
  </Avatar>
)
