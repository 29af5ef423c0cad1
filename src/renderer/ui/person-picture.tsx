import { Avatar } from 'antd'
import { shownAddress } from '#renderer/core/shown-address.ts'

/** Somebody's picture, or the first sign of the name where there is none. */
export const PersonPicture = ({ avatar, name, size }: { avatar: string; name: string; size: number }) => (
  <Avatar size={size} src={shownAddress(avatar)} alt="">
    {name.slice(0, 1)}
  </Avatar>
)
