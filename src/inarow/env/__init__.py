"""Environments for learning; needs the extra `inarow[env]`. See docs/environments.md."""

from inarow.env.spec import ILLEGAL, OBSERVATIONS, PERSPECTIVES, Rewards, Spec

__all__ = ["ILLEGAL", "OBSERVATIONS", "PERSPECTIVES", "Rewards", "Spec"]
