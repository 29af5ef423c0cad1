-- Each new picture deletes those that have expired, and strangers ask for as many pictures as they like.
create index login_captcha_expires_at_idx on login_captcha (expires_at);
