import { Avatar } from 'antd'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'

/** A person's avatar, or the first character of the name. */
export const PersonPicture = ({ avatar, name, size }: { avatar: string; name: string; size: number }) => (
  <Avatar size={size} src={shownAddress(avatar)} alt="">
    {name.slice(0, 1)}
  </Avatar>
)
