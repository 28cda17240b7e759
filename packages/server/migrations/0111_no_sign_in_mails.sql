-- contract: 0.1.0 stopped asking people with an account to sign in when somebody types their address.
drop table event_sign_in_mails;
