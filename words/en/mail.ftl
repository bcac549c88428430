# Mail: one's address, a new password by a link, and one mail a day.

## One's address

mail-title = Mail
mail-about = With a mail address you can choose a new password if you forget yours, and be told once a day what waits for you. It is shown to nobody, and you can remove it at any time.
mail-address = Mail address
mail-address-other = Another mail address
mail-set = Send me a link to confirm it
mail-verified = confirmed
mail-unverified = not confirmed yet
mail-unverified-about = A mail with a link went there. Open the link within a day; nothing else is sent there before. If it has not come, look among unwanted mail, or say the address once more.
mail-remove = Remove the address
mail-daily = One mail a day at most, when something waits for me in games of days
mail-daily-about = It names the games in which it is your move, the time left, and challenges. Every such mail has a link that ends it.
mail-daily-do = Save
mail-off = This server sends no mail any more.
mail-address-wrong = This is no mail address. Nothing has changed.
mail-too-many = There were too many addresses in a short while. Please try again later.

## A new password by a link

reset-title = A new password by mail
reset-about = If your account has a confirmed mail address, a link is sent there. It works once, within an hour.
reset-who = Your name, or your mail address
reset-do = Send me the link
reset-without = No confirmed address?
reset-code = Use a recovery code
reset-off = This server sends no mail. A recovery code that you got when you made your account lets you choose a new password. If you have none left, ask who runs this server.
reset-sent = If there is such an account and it has a confirmed address, a mail is on its way there.
reset-sent-about = The link in it works once, within an hour. Whether there is such an account is told to nobody. If nothing comes, look among unwanted mail.
reset-set-about = All devices are logged out, and tokens of programs end.
reset-too-many = There were too many wishes in a short while. Please try again in some minutes.
recover-by-mail = Have a link sent by mail instead
recover-no-mail = This server sends no mail: a recovery code is the only way. If you have none left, ask who runs it.

## The pages of links

mail-link-confirm = Confirm your mail address
mail-link-confirm-about = Is this your address? Then press the button.
mail-link-confirm-do = It is mine
mail-link-confirmed = Your mail address is confirmed
mail-link-confirmed-about = From now on a link to choose a new password can be sent there. On your account you can have one mail a day tell you what waits.
mail-link-stop = No more mail a day
mail-link-stop-about = Press the button, and no mail tells you any more what waits. You can switch it on again on your account.
mail-link-stop-do = Stop it
mail-link-stopped = You get no more mail a day
mail-link-stopped-about = You can switch it on again on your account.
mail-link-worn = This link works no more
mail-link-worn-about = It was used before, or is too old. You can have a new one sent.

## What stands in mails

mail-confirm-subject = Hnefi: confirm your mail address
mail-confirm-text =
    Hello { $name },

    somebody who is logged in as { $name } says that this is the mail address of the account. If it was you, open this link and press the button there:

    { $link }

    It works for a day. If it was not you, do nothing: no other mail is sent here.
mail-reset-subject = Hnefi: a new password
mail-reset-text =
    Hello { $name },

    somebody has asked for a new password for your account. If it was you, open this link and choose one:

    { $link }

    It works once, within an hour. All devices are logged out then. If it was not you, do nothing: your password stays as it is.
mail-daily-subject = { $games ->
    [one] Hnefi: a game waits for your move
   *[other] Hnefi: { $games } games wait for your move
}
mail-daily-text =
    Hello { $name },

    this waits for you:

    { $waiting }

    All your games: { $home }

    You get this mail once a day at most, because you have asked for it. This link ends it:
    { $stop }
